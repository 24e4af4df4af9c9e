/** A title that is not known beforehand: any text will do. */
export const ANY_TEXT = '@any text';

/** An instant that is not known beforehand: the product's clock is its own. */
export const ANY_INSTANT = '@any instant';
