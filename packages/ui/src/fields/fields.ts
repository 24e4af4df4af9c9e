import { all } from './all.tsx';
import { boolean } from './boolean.tsx';
import { children } from './children.tsx';
import { date } from './date.tsx';
import { datetime } from './datetime.tsx';
import { decimal } from './decimal.tsx';
import { duration } from './duration.tsx';
import { email } from './email.tsx';
import { choice } from './enum.tsx';
import type { FieldKind, FieldParts } from './field.ts';
import { file } from './file.tsx';
import { id } from './id.tsx';
import { image } from './image.tsx';
import { integer } from './integer.tsx';
import { json } from './json.tsx';
import { longText } from './long-text.tsx';
import { many } from './many.tsx';
import { markdown } from './markdown.tsx';
import { money } from './money.tsx';
import { number } from './number.tsx';
import { open } from './open.tsx';
import { percent } from './percent.tsx';
import { phone } from './phone.tsx';
import { recurrence } from './recurrence.tsx';
import { reference } from './reference.tsx';
import { roles } from './roles.tsx';
import { secret } from './secret.tsx';
import { state } from './state.tsx';
import { text } from './text.tsx';
import { time } from './time.tsx';
import { url } from './url.tsx';

const FIELDS = {
  text,
  'long text': longText,
  markdown,
  integer,
  decimal,
  money,
  percent,
  boolean,
  date,
  time,
  datetime,
  duration,
  recurrence,
  enum: choice,
  state,
  email,
  url,
  phone,
  json,
  secret,
  file,
  image,
  number,
  slug: number,
  reference,
  many,
  all,
  children,
  roles,
  id,
  serial: id,
  open,
} satisfies Record<FieldKind, FieldParts>;

/** How fields of a kind are shown and entered. */
export function fieldParts(kind: FieldKind): FieldParts {
  return FIELDS[kind];
}
