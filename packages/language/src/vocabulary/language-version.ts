/** The version of the language that this program knows. It rises when a document's meaning or words change. */
export const LANGUAGE_VERSION = 1;
