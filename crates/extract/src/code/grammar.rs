//! The grammars of tree-sitter, and what their nodes are to an outline.

use tree_sitter::Language;

/// The part that a node plays in an outline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Role {
    /// A definition without definitions of its own that matter.
    Item,
    /// A definition that may hold others.
    Container,
    /// A container. Without a body it only names something that is elsewhere.
    Bodied,
    /// A definition together with the comments and attributes before it.
    Wrapper,
    /// A statement that is a definition if it gives a name to a function.
    Valued,
    /// Something that definitions lie in without belonging to it.
    Group,
    /// A comment or an annotation.
    Leading,
}

/// The grammar for files of an extension.
pub(super) fn of(extension: &str, language: &str) -> Option<Language> {
    Some(match language {
        "rust" => tree_sitter_rust::LANGUAGE.into(),
        "python" => tree_sitter_python::LANGUAGE.into(),
        "javascript" => tree_sitter_javascript::LANGUAGE.into(),
        "typescript" if extension == "tsx" => tree_sitter_typescript::LANGUAGE_TSX.into(),
        "typescript" => tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
        "go" => tree_sitter_go::LANGUAGE.into(),
        "java" => tree_sitter_java::LANGUAGE.into(),
        "c" => tree_sitter_c::LANGUAGE.into(),
        "cpp" => tree_sitter_cpp::LANGUAGE.into(),
        "ruby" => tree_sitter_ruby::LANGUAGE.into(),
        "csharp" => tree_sitter_c_sharp::LANGUAGE.into(),
        "bash" => tree_sitter_bash::LANGUAGE.into(),
        "php" => tree_sitter_php::LANGUAGE_PHP.into(),
        _ => return None,
    })
}

/// The role of a node of this kind. Where two grammars use one word, they mean the same by it.
pub(super) fn role(kind: &str) -> Option<Role> {
    Some(match kind {
        // Functions of all languages.
        "function_item"
        | "function_signature_item"
        | "macro_definition"
        | "function_definition"
        | "function_declaration"
        | "function_signature"
        | "generator_function_declaration"
        | "local_function_statement"
        | "preproc_function_def" => Role::Item,
        // Methods.
        "method"
        | "singleton_method"
        | "method_definition"
        | "method_declaration"
        | "abstract_method_signature"
        | "constructor_declaration"
        | "compact_constructor_declaration"
        | "destructor_declaration"
        | "operator_declaration" => Role::Item,
        // Types without methods.
        "struct_item"
        | "enum_item"
        | "union_item"
        | "type_item"
        | "type_alias_declaration"
        | "type_spec"
        | "type_alias"
        | "type_definition"
        | "delegate_declaration" => Role::Item,
        "class"
        | "class_definition"
        | "class_declaration"
        | "abstract_class_declaration"
        | "interface_declaration"
        | "annotation_type_declaration"
        | "trait_declaration"
        | "struct_declaration"
        | "record_declaration"
        | "enum_declaration"
        | "impl_item"
        | "trait_item" => Role::Container,
        "mod_item"
        | "module"
        | "internal_module"
        | "namespace_declaration"
        | "namespace_definition"
        | "class_specifier"
        | "struct_specifier"
        | "union_specifier"
        | "enum_specifier" => Role::Bodied,
        "decorated_definition"
        | "export_statement"
        | "ambient_declaration"
        | "template_declaration"
        | "type_declaration"
        | "global_statement" => Role::Wrapper,
        "lexical_declaration"
        | "variable_declaration"
        | "expression_statement"
        | "public_field_definition"
        | "field_definition" => Role::Valued,
        "ERROR"
        | "block"
        | "else_clause"
        | "elif_clause"
        | "enum_body_declarations"
        | "except_clause"
        | "finally_clause"
        | "foreign_mod_item"
        | "if_statement"
        | "linkage_specification"
        | "declaration_list"
        | "preproc_elif"
        | "preproc_else"
        | "preproc_if"
        | "preproc_ifdef"
        | "singleton_class"
        | "body_statement"
        | "try_statement" => Role::Group,
        "comment" | "line_comment" | "block_comment" | "attribute_item" | "decorator" => {
            Role::Leading
        }
        _ => return None,
    })
}

/// Whether a value of this kind makes its name that of a definition.
pub(super) fn is_function(kind: &str) -> bool {
    matches!(kind, "arrow_function" | "function_expression" | "generator_function" | "class")
}
