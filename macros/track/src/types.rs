//! The types of tracked values: a number becomes a tracked number, also in an array, a vector or a tuple,
//! and behind a reference.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{GenericArgument, Ident, PathArguments, Type};

/// The types of numbers that are tracked.
const NATIVE: [&str; 7] = ["f64", "bool", "u64", "i64", "usize", "u32", "i32"];

/// True for the name of a type of numbers that are tracked.
pub fn is_native_name(name: &Ident) -> bool {
    NATIVE.iter().any(|native| name == native)
}

/// True for a type of numbers that are tracked.
pub fn is_native(of: &Type) -> bool {
    match of {
        Type::Path(path) => path.qself.is_none() && path.path.get_ident().is_some_and(is_native_name),
        Type::Paren(inner) => is_native(&inner.elem),
        Type::Group(inner) => is_native(&inner.elem),
        _ => false,
    }
}

/// True if values of the type consist of tracked numbers.
pub fn is_tracked(of: &Type) -> bool {
    match of {
        Type::Paren(inner) => is_tracked(&inner.elem),
        Type::Group(inner) => is_tracked(&inner.elem),
        Type::Reference(reference) => is_tracked(&reference.elem),
        Type::Array(array) => is_tracked(&array.elem),
        Type::Slice(slice) => is_tracked(&slice.elem),
        Type::Tuple(tuple) => tuple.elems.iter().all(is_tracked),
        Type::Path(_) => is_native(of) || element(of).is_some_and(is_tracked),
        _ => false,
    }
}

/// Returns the type of the elements of a `Vec`; `None` for any other type.
pub fn element(of: &Type) -> Option<&Type> {
    let Type::Path(path) = of else { return None };
    let last = path.path.segments.last().filter(|last| last.ident == "Vec")?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    match arguments.args.first() {
        Some(GenericArgument::Type(element)) => Some(element),
        _ => None,
    }
}

/// Returns the type of the tracked values; a type that does not consist of numbers is not changed.
pub fn tracked(of: &Type) -> TokenStream {
    match of {
        _ if is_native(of) => quote!(::monomorph::track::Tracked<#of>),
        Type::Paren(inner) => tracked(&inner.elem),
        Type::Group(inner) => tracked(&inner.elem),
        Type::Reference(reference) => {
            let (lifetime, mutability) = (&reference.lifetime, &reference.mutability);
            let inner = tracked(&reference.elem);
            quote!(&#lifetime #mutability #inner)
        }
        Type::Array(array) => {
            let (element, length) = (tracked(&array.elem), &array.len);
            quote!([#element; #length])
        }
        Type::Slice(slice) => {
            let element = tracked(&slice.elem);
            quote!([#element])
        }
        Type::Tuple(tuple) => {
            let elements = tuple.elems.iter().map(tracked);
            quote!((#(#elements,)*))
        }
        Type::Path(_) => match element(of) {
            Some(element) => {
                let element = tracked(element);
                quote!(::std::vec::Vec<#element>)
            }
            None => of.to_token_stream(),
        },
        _ => of.to_token_stream(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    #[test]
    fn numbers_become_tracked_wherever_they_stand() {
        let text = |of: Type| tracked(&of).to_string().replace(' ', "").replace("::monomorph::track::", "");
        assert_eq!(text(parse_quote!(f64)), "Tracked<f64>");
        assert_eq!(
            text(parse_quote!(&mut Vec<(u64, [bool; 3])>)),
            "&mut::std::vec::Vec<(Tracked<u64>,[Tracked<bool>;3],)>"
        );
        assert_eq!(text(parse_quote!(&[f64])), "&[Tracked<f64>]");
        assert_eq!(text(parse_quote!(&'static str)), "&'staticstr");
        assert_eq!(text(parse_quote!(my::f64)), "my::f64");
    }

    #[test]
    fn opaque_types_are_told_apart() {
        assert!(is_tracked(&parse_quote!((f64, Vec<usize>))));
        assert!(!is_tracked(&parse_quote!((f64, &str))));
        assert!(!is_tracked(&parse_quote!(Settings)));
    }
}
