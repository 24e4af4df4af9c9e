/** Checking a document: diagnostics, their codes and rendering, fixes, gaps and their answers. */
export * from './exports/check.ts';
/** Reading arrays and objects without losing their types. */
export * from './exports/collections.ts';
/** The differences between two documents. */
export * from './exports/difference.ts';
/** The text of a document: its tree, its format, places in it. */
export * from './exports/document.ts';
/** Expressions: their trees, types, checking, evaluation and printing. */
export * from './exports/expression.ts';
/** The messages of the product to its users, in each of its languages. */
export * from './exports/messages.ts';
/** The model of a document, point by point, and the closed lists that it is made of. */
export * from './exports/model.ts';
/** The plan that a runtime carries out, and what follows from it. */
export * from './exports/plan.ts';
/** The terms of a search, texts as it compares them, and where they are found. */
export * from './exports/search.ts';
