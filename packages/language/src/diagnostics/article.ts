/** A name with its indefinite article, by its first sound: an Inspection, a User. */
export function withArticle(name: string): string {
  return `${/^(?:[aeio]|u(?!se|ni|ti))/i.test(name) ? 'an' : 'a'} ${name}`;
}
