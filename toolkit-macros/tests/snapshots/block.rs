#[allow(unreachable_pub, clippy::implicit_hasher, clippy::needless_pass_by_value)]
/// The session
/// persists.
impl Shell {
    pub fn new() -> Self {
        Self
    }
    /// Run.
    pub fn run<'a>(&mut self, command: &'a str) -> String {
        command.into()
    }
    pub async fn r#look(&self) {}
    fn helper(&self) {}
    #[doc(hidden)]
    #[allow(non_upper_case_globals)]
    pub const __tool_look: &::toolkit::__private::Tool = {
        use ::toolkit::__private::expansion::*;
        let _ = TOOL_WITHOUT_DESCRIPTION;
        const __PARTS: &[__Part] = &[];
        const __TOOL: __Declared = __Declared::new(
                __here!(0),
                "look",
                "\n(The session\npersists.)",
                __flat!(__PARTS),
            )
            .named("look")
            .method("look")
            .run();
        const _: () = __TOOL.check_name();
        &__TOOL.tool(__PARTS, __const_text!(| out | __TOOL.write(out)))
    };
}
const _: () = {
    use ::toolkit::__private::expansion::*;
    static __GROUP: __Group = __Group {
        type_name: "Shell",
        scope: __Scope::Run,
        construct: |_| {
            __made::<Shell, _>(<Shell>::new())
                .or_else(|__error| __unmade(__returned(__failed(__error)).answer()))
        },
    };
    __submit! {
        __linked_tool(< Shell > ::__tool_look, __Entry::AsyncMethod(& __GROUP, |
        __instance, _, _ | __Box::pin(async move { __returned(< Shell >
        ::r#look(__instance_of:: < Shell > (__instance) ?). await).answer() })))
    }
};
