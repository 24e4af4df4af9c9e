import type { FieldView } from '@nonet/client';
import { fieldMessageFormatIn, message } from '@nonet/language';

/** The types of an `image` (3): every browser shows them. */
const IMAGES = ['png', 'jpg', 'jpeg', 'webp', 'gif', 'avif'];
/** Two names of one type. */
const ALIKE: Readonly<Record<string, string>> = { jpeg: 'jpg' };

/** The endings of the files that a field takes, as its input asks the browser for them; none: any. */
export function endingsOf({ kind, fileTypes }: Pick<FieldView, 'kind' | 'fileTypes'>): readonly string[] {
  return fileTypes ?? (kind === 'image' ? IMAGES : []);
}

/**
 * The reason why a file is refused before it is sent: its name shows another type, or it is too large. Null: the
 * product judges it by its content.
 */
export function refusedFile(
  field: Pick<FieldView, 'kind' | 'fileTypes' | 'label'>,
  { name, size }: { readonly name: string; readonly size: number },
  { locale, most, tooLarge }: { locale: string; most: number; tooLarge: (most: number) => string },
): string | null {
  if (size > most) return tooLarge(most);
  const endings = endingsOf(field).map(typeOf);
  const ending = /\.([a-z0-9]{2,5})$/i.exec(name)?.[1];
  if (endings.length === 0 || ending === undefined || endings.includes(typeOf(ending))) return null;
  const { label } = field;
  const words =
    field.fileTypes === null
      ? message('noImage', { label, file: name })
      : message('fileType', { label, types: field.fileTypes, file: name });
  return fieldMessageFormatIn(locale).message(words);
}

function typeOf(ending: string): string {
  const lower = ending.toLowerCase();
  return ALIKE[lower] ?? lower;
}
