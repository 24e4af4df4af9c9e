import { hasValue } from '../../model/field-kinds.ts';
import { fieldsRead } from '../../expression/fields.ts';
import type { Expression } from '../../expression/tree.ts';
import type { Entity } from '../../model/entities.ts';
import type { PermissionCell } from '../../model/roles.ts';

/**
 * The required fields of its own record that a cell reads, also through computed fields. While one of them is missing,
 * the cell can't be judged, and the product refuses the missing field (6).
 */
export function neededByCell(entity: Entity, cell: PermissionCell): ReadonlySet<string> {
  const needed = new Set<string>();
  const seen = new Set<string>();
  const note = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    const field = entity.fields.find((candidate) => candidate.name === name);
    if (field?.computed) visit(field.computed);
    else if (field?.required === true && field.when === null && !hasValue(field.type, 'records')) needed.add(name);
  };
  const visit = (condition: Expression) => {
    for (const { variable, path } of fieldsRead(condition))
      if (variable === 'this' && path.length === 1) note(path[0] ?? '');
  };
  if (cell.kind === 'when') visit(cell.condition);
  if (cell.kind === 'as') note(cell.field);
  return needed;
}
