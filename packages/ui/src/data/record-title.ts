/** The number of characters of a long id that tell records of one product apart in practice. */
const SHOWN = 6;

/** A record's title; where its document gives it none, or what it names is empty, the end of its id: `#3f2a9c`, `#12`. */
export function titleOrId(title: string, id: string | number): string {
  return title.trim() === '' ? `#${String(id).slice(-SHOWN)}` : title;
}
