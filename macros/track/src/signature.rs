//! The expansion: the unchanged function, and a struct with its name that has the tracked function.

use crate::body::{Region, Writer};
use crate::{attribute, types};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Error, FnArg, ItemFn, Pat, PatType, ReturnType, Signature, Type};

/// Expands the attribute.
pub fn expand(attribute: TokenStream, item: TokenStream) -> TokenStream {
    let (followed, function) = match (attribute::followed(attribute), syn::parse2::<ItemFn>(item.clone())) {
        (Ok(followed), Ok(function)) => (followed, function),
        (Err(error), _) => {
            let error = error.into_compile_error();
            return quote!(#item #error);
        }
        (_, Err(error)) => {
            let message = format!("`track` stands before a function with a body: {error}");
            let error = Error::new(error.span(), message).into_compile_error();
            return quote!(#item #error);
        }
    };
    let (tracked, errors) = match unsupported(&function.sig) {
        Some(error) => (TokenStream::new(), Some(error)),
        None => tracked(&function, &followed),
    };
    let errors = errors.map(Error::into_compile_error);
    quote! {
        // A function of which only the tracked form is used is not dead code.
        #[allow(dead_code)]
        #function
        #tracked
        #errors
    }
}

/// Returns the error about the part of a signature that cannot be tracked; `None` if all of it can.
fn unsupported(signature: &Signature) -> Option<Error> {
    let error = |tokens: &dyn quote::ToTokens, what: &str| Some(Error::new(tokens.span(), what));
    if let Some(token) = &signature.asyncness {
        return error(token, "an `async` function is not tracked: its run is not one sequence of steps");
    }
    if let Some(token) = &signature.unsafety {
        return error(
            token,
            "an `unsafe` function is not tracked: call it from a function that is tracked, as one step",
        );
    }
    if let Some(parameter) = signature.generics.type_params().next() {
        return error(
            parameter,
            "a tracked function has no generic types: write it for numbers, `f64`, `u64`, `usize`, `bool`",
        );
    }
    if let Some(parameter) = signature.generics.const_params().next() {
        return error(parameter, "a tracked function has no generic lengths: take a slice");
    }
    match signature.inputs.iter().find(|input| matches!(input, FnArg::Receiver(_))) {
        Some(receiver) => {
            error(receiver, "a method is not tracked: make it a function that takes what it needs of `self`")
        }
        None => None,
    }
}

/// A parameter of the function.
struct Parameter<'a> {
    written: &'a PatType,
    /// The name of the argument in the list; the text if the parameter is a pattern.
    name: String,
    /// The name of the argument in the tracked functions.
    ident: Ident,
}

impl Parameter<'_> {
    /// Returns the type of the elements, if the parameter is a slice or a vector of numbers behind a
    /// reference.
    fn slice(&self) -> Option<&Type> {
        let Type::Reference(reference) = &*self.written.ty else { return None };
        let element = match &*reference.elem {
            Type::Slice(slice) => Some(&*slice.elem),
            vector => types::element(vector),
        };
        element.filter(|element| reference.mutability.is_none() && types::is_native(element))
    }

    /// Returns the type in the function that users call.
    fn outer_type(&self) -> TokenStream {
        let of = &self.written.ty;
        if types::is_native(of) {
            return quote!(impl ::monomorph::track::IntoTracked<#of>);
        }
        match self.slice() {
            Some(element) => quote!(impl ::monomorph::track::IntoTrackedSlice<'slice, #element>),
            None if !types::is_tracked(of) || matches!(**of, Type::Reference(_)) => types::tracked(of),
            None => {
                let tracked = types::tracked(of);
                quote!(impl ::monomorph::track::Lift<Out = #tracked>)
            }
        }
    }

    /// Writes the conversion of an argument of the function that users call.
    fn lifted(&self, writer: &Writer<'_>) -> TokenStream {
        let (of, ident) = (&self.written.ty, &self.ident);
        let at = writer.at_text(&self.name, self.written.pat.span());
        let span = of.span();
        if types::is_native(of) {
            return quote_spanned!(span=> ::monomorph::track::IntoTracked::into_tracked(#ident, #at));
        }
        match self.slice() {
            Some(_) => {
                quote_spanned!(span=> &::monomorph::track::IntoTrackedSlice::into_tracked_slice(#ident, #at))
            }
            None if !types::is_tracked(of) || matches!(**of, Type::Reference(_)) => quote!(#ident),
            None => quote_spanned!(span=> ::monomorph::track::Lift::lift(#ident, #at)),
        }
    }

    /// Returns the type in the function that tracked functions call.
    fn inner_type(&self) -> TokenStream {
        match self.slice() {
            // A named lifetime of the reference is kept, because the returned value may have it.
            Some(element) => {
                let element = types::tracked(element);
                quote!(&[#element])
            }
            None => types::tracked(&self.written.ty),
        }
    }
}

/// Writes the struct with the tracked functions.
fn tracked(function: &ItemFn, followed: &[Ident]) -> (TokenStream, Option<Error>) {
    let ItemFn { vis, sig, block, attrs } = function;
    let name = &sig.ident;
    let mixed = |text: &str| Ident::new(text, Span::mixed_site());
    let (tape, at, frame, result) = (mixed("tape"), mixed("at"), mixed("frame"), mixed("result"));
    let mut inputs: Vec<&PatType> = Vec::new();
    inputs.extend(sig.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(typed) => Some(typed),
        FnArg::Receiver(_) => None,
    }));
    let run = inputs.first().filter(|first| is_run(&first.ty)).copied();
    let run_name = run.and_then(|run| name_of(&run.pat)).cloned();
    let parameters: Vec<Parameter<'_>> = inputs
        .iter()
        .skip(usize::from(run.is_some()))
        .enumerate()
        .map(|(place, &written)| Parameter {
            written,
            name: name_of(&written.pat).map_or_else(|| text_of(&written.pat), Ident::to_string),
            ident: format_ident!("argument_{place}", span = Span::mixed_site()),
        })
        .collect();

    let mut writer = Writer::new(name, followed, run_name.clone(), tape.clone());
    let label = writer.label("body", name.span());
    for parameter in parameters.iter().filter(|parameter| parameter.slice().is_some()) {
        writer.add_slice(parameter.name.clone());
    }
    writer.enter(Region::Body { label: label.clone() });
    let body = writer.block(block);
    writer.leave();

    let mut bindings = TokenStream::new();
    let mut given_back = TokenStream::new();
    for Parameter { written, name, ident } in &parameters {
        let pattern = writer.pattern(&written.pat);
        let of = &written.ty;
        let value = match &**of {
            _ if !types::is_tracked(of) => quote!(#ident),
            Type::Reference(reference) => {
                bindings.extend(quote!(#frame.reference(&*#ident);));
                if reference.mutability.is_some() {
                    given_back.extend(quote!(#frame.give_back(&mut *#ident);));
                    quote!(&mut *#ident)
                } else {
                    quote!(#ident)
                }
            }
            _ => quote!(#frame.argument(#name, #ident)),
        };
        bindings.extend(quote!(let #pattern = #value;));
    }

    let output = match &sig.output {
        ReturnType::Default => quote!(()),
        ReturnType::Type(_, of) => types::tracked(of),
    };
    let is_tracked = match &sig.output {
        ReturnType::Default => true,
        ReturnType::Type(_, of) => types::is_tracked(of) || matches!(**of, Type::Never(_)),
    };
    let ending =
        if is_tracked { quote!(#frame.leave(#result)) } else { quote!({ #frame.leave(()); #result }) };

    let (first_outer, first_inner, first, tape_of) = match run {
        Some(run) => {
            let of = &run.ty;
            let ident = run_name.clone().unwrap_or_else(|| mixed("run"));
            (quote!(#ident: #of,), quote!(#ident: #of,), quote!(#ident,), quote!(let #tape = &#ident.tape();))
        }
        None => (quote!(#tape: &::monomorph::track::Tape,), quote!(), quote!(), quote!()),
    };
    let idents: Vec<&Ident> = parameters.iter().map(|parameter| &parameter.ident).collect();
    let outer_types = parameters.iter().map(Parameter::outer_type);
    let inner_types = parameters.iter().map(Parameter::inner_type);
    let lifted = parameters.iter().map(|parameter| parameter.lifted(&writer));
    let names = inputs.iter().map(|input| text_of(&input.pat));
    let head = format!("{name}({})", names.collect::<Vec<_>>().join(", "));
    let source = writer.at_text(&head, sig.ident.span());
    let slice = parameters.iter().any(|parameter| parameter.slice().is_some()).then(|| quote!('slice,));
    let generics = &sig.generics.params;
    let bounds = &sig.generics.where_clause;
    let documentation = attrs.iter().filter(|attribute| attribute.path().is_ident("doc"));
    let summary = format!("The tracked form of the function [`{name}`](fn@{name}): its steps are recorded.");
    let tokens = quote! {
        #[doc = #summary]
        #[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery)]
        #vis struct #name {}

        #[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery)]
        impl #name {
            #(#documentation)*
            #vis fn tracked<#slice #generics>(#first_outer #(#idents: #outer_types),*) -> #output #bounds {
                #tape_of
                let #at = #source;
                Self::inner(#first #(#lifted,)* #at)
            }

            #[doc(hidden)]
            #vis fn inner<#generics>(
                #first_inner #(#idents: #inner_types,)* #at: ::monomorph::track::At<'_>
            ) -> #output #bounds {
                use ::monomorph::track::Nodes as _;
                let #tape = #at.tape;
                let mut #frame = #tape.enter(::core::stringify!(#name), #at.source);
                #bindings
                let #result: #output = #label: #body;
                #given_back
                #ending
            }
        }
    };
    (tokens, writer.into_error())
}

/// True for `&mut Run`.
fn is_run(of: &Type) -> bool {
    let Type::Reference(reference) = of else { return false };
    let Type::Path(path) = &*reference.elem else { return false };
    reference.mutability.is_some() && path.path.segments.last().is_some_and(|last| last.ident == "Run")
}

/// Returns the name, if the pattern is a name.
fn name_of(pattern: &Pat) -> Option<&Ident> {
    match pattern {
        Pat::Ident(ident) if ident.subpat.is_none() => Some(&ident.ident),
        _ => None,
    }
}

fn text_of(pattern: &Pat) -> String {
    crate::text::text(quote!(#pattern))
}
