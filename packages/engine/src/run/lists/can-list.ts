import { type Event, message, nearest } from '@nonet/language';
import { hinted } from '../hinted.ts';
import type { ReadScope } from '../read-scope.ts';
import { refuseInvalid } from '../refuse.ts';

/**
 * `can=approve,delete`: the events of which a list says, record by record, whether they are possible now; and `delete`,
 * where no event is called so.
 */
export function readCanList(
  scope: ReadScope,
  entity: string,
  given: string | null,
): readonly (Event | 'delete')[] | null {
  if (given === null) return null;
  const known = (scope.index.workflow(entity)?.events ?? []).filter((event) =>
    event.transitions.some((transition) => transition.from !== 'new'),
  );
  return given.split(',').map((name) => {
    const event = known.find((each) => each.name === name);
    if (event !== undefined) return event;
    if (name === 'delete') return name;
    const near = nearest(
      name,
      known.map((each) => each.name),
    );
    const words = hinted(message('noEvent', { key: name }), near);
    throw refuseInvalid(scope.index, [{ field: 'can', code: 'INVALID', message: words, clause: null }]);
  });
}
