import type { Dice } from './dice.ts';

/** The uses of a field in expressions. `opaque`: it can only be compared with null. */
export type ValueKind =
  | 'integer'
  | 'decimal'
  | 'money'
  | 'percent'
  | 'boolean'
  | 'date'
  | 'time'
  | 'datetime'
  | 'duration'
  | 'recurrence'
  | 'text'
  | 'choice'
  | 'reference'
  | 'records'
  | 'opaque';

/** A field as its row in point 3 will say it. */
export interface FieldDraft {
  readonly name: string;
  /** The cell `type`, as it is written. */
  readonly type: string;
  readonly kind: ValueKind;
  /** The entity, for a reference or records. */
  readonly entity?: string;
  /** For records: whether they are owned (`list of`), shared (`many`) or refer here (`all … by …`). */
  readonly list?: 'owned' | 'many' | 'reversed';
  /** The values of a choice. */
  readonly values?: readonly string[];
  /** The rules next to a computed value, as written. */
  readonly rules: string[];
  /** The expression behind `=`; null if the field is stored. */
  computed: string | null;
  /** Whether it may be null. */
  readonly isOptional: boolean;
  /** Whether a person may enter it on a new record, by its type and rules. */
  readonly isEntered: boolean;
  readonly isUnique: boolean;
}

export interface EntityDraft {
  readonly name: string;
  readonly fields: FieldDraft[];
  readonly settings: Map<string, string>;
  /** If it is an owned child: its owner. */
  readonly owner: EntityDraft | null;
  /** The rows of `#### Records` and `#### Demo records`, by field. */
  readonly records: Map<string, string>[];
  readonly demoRecords: Map<string, string>[];
}

export interface EventDraft {
  readonly name: string;
  readonly entity: EntityDraft;
  /** Whether effects may cause it: it starts from a record and asks for no required value. */
  readonly isFired: boolean;
  readonly isNew: boolean;
  readonly rows: readonly Readonly<Record<string, string>>[];
}

export interface WorkflowDraft {
  readonly entity: EntityDraft;
  readonly field: FieldDraft | null;
  readonly states: readonly { readonly name: string; readonly kind: string }[];
  readonly events: EventDraft[];
  /** Rows `any`, which state a condition of several events. */
  readonly conditions: Readonly<Record<string, string>>[];
}

export interface RoleDraft {
  readonly name: string;
  readonly kind: 'anyone' | 'signed in' | 'assigned' | 'relationship' | 'user' | 'open';
  /** The holders by entity; `''` for a role without an entity. */
  readonly given: ReadonlyMap<string, string>;
}

export interface ConstantDraft {
  readonly name: string;
  readonly value: string;
  readonly kind: ValueKind | 'list' | 'env' | 'secret' | 'setting';
  /** Whether its value is not shown. */
  readonly isOpen: boolean;
}

export interface TermDraft {
  readonly name: string;
  readonly kind: ValueKind;
  readonly parameters: readonly { readonly name: string; readonly kind: ValueKind }[];
  readonly body: string;
  /** The table that states it instead of its body. */
  readonly decisions: string | null;
}

export interface ErrorDraft {
  readonly code: string;
  readonly status: string;
  readonly message: string;
  /** The rules and events that raise it. */
  readonly when: Set<string>;
  readonly key: string;
}

export interface RuleDraft {
  readonly name: string;
  readonly entity: EntityDraft;
  readonly on: string;
  readonly holds: string;
  readonly error: string;
}

/** A document while it is made: each point adds its part, and reads what those that it depends on have added. */
export class Draft {
  readonly dice: Dice;
  readonly entities: EntityDraft[] = [];
  readonly workflows: WorkflowDraft[] = [];
  readonly rules: RuleDraft[] = [];
  readonly roles: RoleDraft[] = [];
  readonly constants: ConstantDraft[] = [];
  readonly terms: TermDraft[] = [];
  readonly errors: ErrorDraft[] = [];
  /** The papers of point 7 that state what they are made of. */
  readonly papers: { readonly name: string; readonly entity: EntityDraft }[] = [];
  /** The mails of point 7, and what each is about. */
  readonly mails: { readonly name: string; readonly entity: EntityDraft }[] = [];
  /** Whether people who are not signed in hold a role. */
  readonly hasVisitor: boolean;
  #names = 0;

  constructor(dice: Dice) {
    this.dice = dice;
    this.hasVisitor = dice.once(2);
  }

  /** A name that nothing else in the document has: `text_3`. */
  fresh(word: string): string {
    this.#names += 1;
    return `${word}_${this.#names}`;
  }

  entity(name: string): EntityDraft {
    const found = this.entities.find((entity) => entity.name === name);
    if (found === undefined) throw new Error(`The draft has no entity ${name}.`);
    return found;
  }

  /** The entities that are stored independently, without owned children. */
  get roots(): readonly EntityDraft[] {
    return this.entities.filter(({ owner }) => owner === null);
  }

  events(entity: EntityDraft): readonly EventDraft[] {
    return this.workflows.filter((workflow) => workflow.entity === entity).flatMap(({ events }) => events);
  }

  /** Whether a new record gets a state by itself, so that rows `from new` need not state it. */
  hasStart(entity: EntityDraft): boolean {
    const states = this.workflows.find((workflow) => workflow.entity === entity)?.states ?? [];
    return states.length === 0 || states.some(({ kind }) => kind === 'initial');
  }

  statesOf(entity: EntityDraft): readonly string[] {
    return this.workflows.find((workflow) => workflow.entity === entity)?.states.map(({ name }) => name) ?? [];
  }
}

/** A table of Markdown. Columns that no row fills are left out. */
export function table(columns: readonly string[], rows: readonly Readonly<Record<string, string>>[]): string {
  const used = columns.filter((column, at) => at === 0 || rows.some((row) => (row[column] ?? '') !== ''));
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    line(used),
    line(used.map(() => '---')),
    ...rows.map((row) => line(used.map((column) => (row[column] ?? '').replaceAll('|', '\\|')))),
  ].join('\n');
}

/** An expression in a cell. */
export function code(expression: string): string {
  return `\`${expression}\``;
}
