import { type Field, isFromPeople } from '@nonet/language';

/** 6: fields of the built-in User that nobody sets unless their own row allows it. */
const OWN_ROW = new Set(['roles', 'email', 'disabled']);

/** Whether the language lets people set a field at all (3, 4). `namedByPoint6`: it has its own `update` row. */
export function isSettable(entity: string, field: Field, namedByPoint6: boolean): boolean {
  if (entity === 'User' && field.name === 'password') return false;
  if (entity === 'User' && OWN_ROW.has(field.name) && !namedByPoint6) return false;
  if (field.derived || field.bySystem || field.computed !== null) return false;
  if (!isFromPeople(field.type)) return false;
  return namedByPoint6 || !field.closed;
}
