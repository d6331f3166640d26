const _: () = {
    use ::toolkit::__private::derive::*;
    #[automatically_derived]
    impl __ToolType for Mode {
        const SCHEMA: __Schema = {
            const __CHOICES: &[__Literal] = &[__word("fast"), __word("slower")];
            __Schema::Enum(__Held::Static(__CHOICES))
        };
        type Const = Self;
    }
    #[automatically_derived]
    impl<__D: __Constant<Of = Mode>> __Written<__D> for Mode {
        const JSON: __Json = __Json::Text(
            match __D::VALUE {
                Self::Fast => "\"fast\"",
                Self::VerySlow => "\"slower\"",
                Self::Unsaid => __never_given(),
            },
        );
    }
};
const _: () = {
    use ::toolkit::__private::derive::*;
    #[automatically_derived]
    impl __ToolType for Level {
        const SCHEMA: __Schema = __Schema::Enum(
            __Held::Static(const {
                &[
                    __Literal::Integer(Self::Low as i128),
                    __Literal::Integer(Self::High as i128),
                ]
            }),
        );
        type Const = Self;
    }
    #[automatically_derived]
    impl<'de> __Deserialize<'de> for Level {
        fn deserialize<__D: __Deserializer<'de>>(
            __deserializer: __D,
        ) -> __Result<Self, __D::Error> {
            __one_of(
                __deserializer,
                &[(Self::Low as i128, || Self::Low), (Self::High as i128, || Self::High)],
            )
        }
    }
    #[automatically_derived]
    impl<__D: __Constant<Of = Level>> __Written<__D> for Level {
        const JSON: __Json = __Json::One(__Values::I128(&[__D::VALUE as i128]));
    }
};
const _: () = {
    use ::toolkit::__private::derive::*;
    #[automatically_derived]
    impl __ToolType for Place {
        const SCHEMA: __Schema = {
            const _: fn() = || {
                let _ = [__typed::<f64>().constant(), 1.5];
            };
            const MEMBERS_OF_A_TYPE_THAT_MUST_NOT_HOLD_ITSELF: &[__Param] = &[
                __member(
                    "left",
                    "From the left.",
                    <u32 as __ToolType>::SCHEMA,
                    <u32 as __ToolType>::REQUIRED,
                ),
                __member("top", "", <Option<u32> as __ToolType>::SCHEMA, false),
                __member_or(
                    "zoom",
                    "How much larger.",
                    <f64 as __ToolType>::SCHEMA,
                    "1.5",
                ),
            ];
            __Schema::Struct(__Held::Static(MEMBERS_OF_A_TYPE_THAT_MUST_NOT_HOLD_ITSELF))
        };
        type Const = __NoDefault;
    }
};
const _: () = {
    use ::toolkit::__private::derive::*;
    #[automatically_derived]
    impl __ToolType for Id {
        const SCHEMA: __Schema = <String as __ToolType>::SCHEMA;
        type Const = <String as __ToolType>::Const;
    }
    const _: () = __asked_for(<String as __ToolType>::REQUIRED);
};
const _: () = {
    use kit::__private::derive::*;
    #[automatically_derived]
    impl __ToolType for Spare {
        const SCHEMA: __Schema = <Option<u8> as __ToolType>::SCHEMA;
        const REQUIRED: bool = <Option<u8> as __ToolType>::REQUIRED;
        type Const = <Option<u8> as __ToolType>::Const;
    }
};
