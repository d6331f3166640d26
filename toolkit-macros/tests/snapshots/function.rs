#[allow(clippy::implicit_hasher, clippy::needless_pass_by_value)]
/// Write one note.
///
/// # Arguments
/// * `subject` - File name, without a directory.
pub fn write(subject: &str, body: String, n: Option<u32>) -> Result<String, ToolError> {
    todo(subject, body, n)
}
#[doc(hidden)]
#[allow(non_upper_case_globals)]
pub const __tool_write: &::toolkit::__private::Tool = {
    use ::toolkit::__private::expansion::*;
    const _: fn() = || {
        let _ = [__typed::<Option<u32>>().constant(), 3];
    };
    const __PARTS: &[__Part] = &[
        __parameter(
            "subject",
            "File name, without a directory.",
            <&str as __Parameter>::ACCEPTS,
        ),
        __parameter("body", "", <String as __Parameter>::ACCEPTS),
        __parameter_or("n", "", <Option<u32> as __Parameter>::ACCEPTS, "3"),
    ];
    const __TOOL: __Declared = __Declared::new(
            __here!(0),
            "write",
            "Write one note.",
            __flat!(__PARTS),
        )
        .bound(2, 500000000)
        .output(__OutputOf::<Result<String, ToolError>>::OUTPUT);
    const _: () = __TOOL.check_name();
    &__TOOL.tool(__PARTS, __const_text!(| out | __TOOL.write(out)))
};
const _: () = {
    use ::toolkit::__private::expansion::*;
    __submit! {
        __linked_tool(__tool_write, __Entry::Function(| __context, __arguments | { let
        __given = __Given::new(& __tool_write.spec, __context, __arguments);
        __returned(write(__typed:: < & str > ().read(& __given) ?, __typed:: < String >
        ().read(& __given) ?, __typed:: < Option < u32 > > ().read(& __given) ?))
        .answer() }))
    }
};
