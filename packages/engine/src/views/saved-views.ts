import { message, type Message, type Screen } from '@nonet/language';
import type { Actor } from '../engine.ts';
import { ENGINE_LIMITS } from '../engine-limits.ts';
import { type FieldError, Refusal } from '../refusal.ts';
import { openScreen } from '../run/audience.ts';
import type { ReadScope } from '../run/read-scope.ts';
import { refuse, refuseInvalid } from '../run/refuse.ts';
import { table } from '../sql/identifiers.ts';
import { type Pool, transaction } from '../store/pool.ts';
import { USER } from '../session/user.ts';
import { judgeStates, type ViewState } from './view-state.ts';

/** A list's state under a name, as one reader may use it. */
export interface SavedView {
  readonly id: string;
  /** The slug of its list. */
  readonly screen: string;
  readonly name: string;
  /** The role with which it is shared; null if only its maker has it. */
  readonly role: string | null;
  /** Whether this actor made it, and may change it. */
  readonly own: boolean;
  readonly state: ViewState;
  /** Whether parts of it are left out, because they no longer exist or the reader may not see them. */
  readonly reduced: boolean;
  /** Whether they may open its list. Only its maker sees a view whose list they may not open. */
  readonly opens: boolean;
}

export interface NewView {
  readonly screen: string;
  readonly name: string;
  readonly role: string | null;
  readonly state: ViewState;
}

/**
 * Views of lists: one's own, and those that others shared with a role that one holds. People can share a view with a
 * role of their own; it stays shared until its maker ends that, or is deleted.
 */
export interface SavedViews {
  /** The views by name, each with the part of its state that this reader may use. */
  list(actor: Actor): Promise<SavedView[]>;
  /** @throws {Refusal} INVALID if its maker may not use or share a part of it, or if another view has its name. */
  save(actor: Actor, view: NewView): Promise<SavedView>;
  /** Changes what is given. @throws {Refusal} as `save`; NOT_FOUND where it is none of theirs. */
  change(actor: Actor, id: string, changes: Partial<Omit<NewView, 'screen'>>): Promise<SavedView>;
  /** Deletes a view; false if this actor made no such view. */
  delete(actor: Actor, id: string): Promise<boolean>;
}

interface Row {
  readonly id: string;
  readonly screen: string;
  readonly name: string;
  readonly role: string | null;
  readonly state: ViewState;
  readonly own: boolean;
}

const LONGEST_NAME = 100;
const COLUMNS = `v.id, nonet.known_name('saved_view.screen', v.screen) as screen, v.name, v.role, v.state`;

type Reading = <T>(actor: Actor, read: (scope: ReadScope) => Promise<T>) => Promise<T>;

export function createSavedViews(pool: Pool, reading: Reading): SavedViews {
  return {
    list: (actor) =>
      reading(actor, async (scope) => {
        const { rows } = await pool.query<Row>(
          `select ${COLUMNS}, v.user_id = $1 as own from nonet.saved_view v
           where v.user_id = $1 or (v.role = any($2) and exists (select from ${table(USER)} u where u.id = v.user_id))
           order by lower(v.name), v.id`,
          [scope.actor.userId, scope.actor.roles],
        );
        return shownOf(scope, rows);
      }),
    save: (actor, view) =>
      reading(actor, async (scope) => {
        await refuseView(scope, view);
        const row = await insert(pool, scope, view);
        return { ...row, own: true, reduced: false, opens: true };
      }),
    change: (actor, id, changes) =>
      reading(actor, async (scope) => {
        const [before] = (
          await pool.query<NewView>(
            `select ${COLUMNS} from nonet.saved_view v where v.id::text = $1 and v.user_id = $2`,
            [id, scope.actor.userId],
          )
        ).rows;
        if (before === undefined) throw refuse(scope.index, 'NOT_FOUND');
        // Unchanged parts are not judged again: a name can be changed even if other parts are no longer valid.
        await refuseView(scope, { screen: before.screen, ...changes });
        const { name, role, state } = { ...before, ...changes };
        const { rows } = await unlessNamed(scope, () =>
          pool.query<Row>(
            `update nonet.saved_view v set name = $3, role = $4, state = $5, updated_at = now()
             where v.id::text = $1 and v.user_id = $2 returning ${COLUMNS}, true as own`,
            [id, scope.actor.userId, name.trim(), role, JSON.stringify(state)],
          ),
        );
        const [view] = await shownOf(scope, rows);
        if (view === undefined) throw refuse(scope.index, 'NOT_FOUND');
        return view;
      }),
    delete: (actor, id) =>
      reading(actor, async (scope) => {
        const deleted = await pool.query('delete from nonet.saved_view where id::text = $1 and user_id = $2', [
          id,
          scope.actor.userId,
        ]);
        return deleted.rowCount === 1;
      }),
  };
}

/** Views as this reader may use them; of others' only those whose list they may open. */
async function shownOf(scope: ReadScope, rows: readonly Row[]): Promise<SavedView[]> {
  const screens = new Map<string, Screen>();
  for (const slug of new Set(rows.map(({ screen }) => screen))) {
    const screen = await openList(scope, slug);
    if (screen !== null) screens.set(slug, screen);
  }
  const opened = rows.flatMap((row) => {
    const screen = screens.get(row.screen);
    return screen === undefined ? [] : [{ row, screen, state: row.state }];
  });
  const judged = await judgeStates(scope, opened);
  return rows.flatMap((row): SavedView[] => {
    const place = opened.findIndex((each) => each.row === row);
    const answer = judged[place];
    if (answer) return [{ ...row, state: answer.state, reduced: answer.left.length > 0, opens: true }];
    return row.own ? [{ ...row, state: EMPTY, reduced: true, opens: false }] : [];
  });
}

const EMPTY: ViewState = { filters: {}, search: null, order: null, columns: null, pageSize: null };

/** A list that this reader may open; null if there is none, or none for them. */
async function openList(scope: ReadScope, slug: string): Promise<Screen | null> {
  try {
    const screen = await openScreen(scope, slug);
    return screen.kind === 'list' ? screen : null;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

async function refuseView(scope: ReadScope, view: Partial<NewView> & { readonly screen: string }): Promise<void> {
  const wrong: FieldError[] = [];
  const refuseKey = (field: string, words: Message) =>
    wrong.push({ field, code: 'INVALID', message: words, clause: null });
  const { name, role, state } = view;
  if (name !== undefined && (name.trim() === '' || [...name].length > LONGEST_NAME))
    refuseKey('name', message('viewName', { most: LONGEST_NAME }));
  if (role !== undefined && role !== null && !scope.actor.roles.includes(role))
    refuseKey('role', message('viewRole', { role }));
  if (state !== undefined) {
    const screen = await openList(scope, view.screen);
    if (screen === null) refuseKey('screen', message('viewList', { screen: view.screen }));
    else {
      const [judged] = await judgeStates(scope, [{ screen, state }]);
      for (const key of judged?.left ?? []) refuseKey(`state.${key}`, message('viewState', { key }));
    }
  }
  if (wrong.length > 0) throw refuseInvalid(scope.index, wrong);
}

async function insert(pool: Pool, scope: ReadScope, { screen, name, role, state }: NewView): Promise<NewView & Row> {
  const { userId } = scope.actor;
  const { rows } = await unlessNamed(scope, () =>
    transaction(pool, async (client) => {
      // One at a time for one user, so that their number holds.
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`nonet.saved_view ${userId}`]);
      return client.query<Row>(
        `insert into nonet.saved_view as v (user_id, screen, name, role, state)
         select $1, $2, $3, $4, $5
         where (select count(*) from nonet.saved_view where user_id = $1) < ${ENGINE_LIMITS.savedViews}
         returning ${COLUMNS}, true as own`,
        [userId, screen, name.trim(), role, JSON.stringify(state)],
      );
    }),
  );
  const [row] = rows;
  if (row) return row;
  throw refuse(scope.index, 'INVALID', { words: message('manyViews', { most: ENGINE_LIMITS.savedViews }) });
}

const UNIQUE_VIOLATION = '23505';

async function unlessNamed<T>(scope: ReadScope, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION)) throw error;
    const words = message('viewTwice');
    throw refuseInvalid(scope.index, [{ field: 'name', code: 'INVALID', message: words, clause: null }]);
  }
}
