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
pub const __tool_write: &::toolkit::__private::ToolSpec = {
    use ::toolkit::__private::expansion::*;
    const _: fn() = || {
        let _ = [(&__typed::<Option<u32>>()).constant(), 3];
    };
    const __PARAMS: &[__Param] = &[
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
            __PARAMS,
        )
        .bound(2, 500000000)
        .output(__OutputOf::<Result<String, ToolError>>::OUTPUT);
    const _: () = __TOOL.check_name();
    &__TOOL.spec(__const_text!(| out | __TOOL.write(out)))
};
const _: () = {
    use ::toolkit::__private::expansion::*;
    __submit! {
        __LinkedTool { spec : __tool_write, entry : __Entry::Function(| _, __arguments |
        { let __slots = __slots_of:: < 3 > (& __tool_write.params, __arguments);
        __returned(write((& __typed:: < & str > ()).read(& __slots[0]) ?, (& __typed:: <
        String > ()).read(& __slots[1]) ?, (& __typed:: < Option < u32 > > ()).read(&
        __slots[2]) ?)).answer() }) }
    }
};
