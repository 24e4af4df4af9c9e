import type { Field } from '../model/entities.ts';
import type { GivenAction, GivenScreen } from '../model/screens.ts';
import type { Plan, PlanScreen } from '../plan/plan.ts';

/** The declarations of a page, for TypeScript: all that it may ask of the product. */
export interface PageTypes {
  /** `screens/plan.d.ts`, for `screens/plan.html`. */
  readonly path: string;
  readonly text: string;
}

/** The declarations of each page that a document is given. */
export function pageTypesOf(plan: Plan): PageTypes[] {
  const widgets = plan.entities.flatMap(({ name, fields }) =>
    fields.flatMap((field) =>
      field.widget === undefined ? [] : [{ file: field.widget.file, text: widgetTypes(name, field) }],
    ),
  );
  const screens = plan.screens.flatMap((screen) =>
    screen.given === undefined ? [] : [{ file: screen.given.file, text: screenTypes(plan, screen, screen.given) }],
  );
  return [...screens, ...widgets].map(({ file, text }) => ({ path: file.replace(/\.html$/, '.d.ts'), text }));
}

const CONTEXT = `  interface NonetContext {
    readonly theme: 'light' | 'dark';
    readonly colours: Readonly<Record<string, string>>;
    readonly font: string;
    readonly language: string;
    readonly direction: 'ltr' | 'rtl';
    readonly timeZone: string;
    readonly path: Readonly<Record<string, string>>;
  }
  /** Why the product refused something: a code of point 8, a standard one, or \`NOT_DECLARED\`. */
  interface NonetRefusal extends Error {
    readonly code: string;
    readonly status: number;
    readonly errors: readonly { readonly field: string | null; readonly code: string; readonly message: string }[];
  }
`;

const SHARED = `    readonly ready: Promise<NonetContext>;
    readonly context: NonetContext | null;
    onContext(listener: (context: NonetContext) => void): () => void;
`;

function screenTypes(plan: Plan, { clause }: PlanScreen, { reads, does }: GivenScreen): string {
  const of = (entity: string) => reads.find((each) => each.entity === entity);
  const answer = (entity: string): string => (of(entity) ? `${entity}Record` : 'NonetRecord');
  const records = reads.map(
    ({ entity, columns }) =>
      `  interface ${entity}Record extends NonetRecord {\n${membersOf(
        plan,
        entity,
        columns.map(({ path }) => path),
      )
        .map((line) => `    ${line}`)
        .join('\n')}\n  }\n`,
  );
  const readers = reads.flatMap(({ entity, columns }) => {
    const paths = columns.map(({ path }) => `'${path.join('.')}'`).join(' | ') || 'never';
    return [
      `list(entity: '${entity}', query?: NonetQuery<${paths}>): Promise<NonetPage<${entity}Record>>;`,
      `read(entity: '${entity}', id: string): Promise<${entity}Record>;`,
      `follow(entity: '${entity}', query: NonetQuery<${paths}>, listener: (page: NonetPage<${entity}Record>) => void): Promise<() => void>;`,
    ];
  });
  const writers = does.map((asked) => writerOf(plan, asked, answer(asked.entity)));
  return `// All that this page may ask of the product (${clause}): written by \`nonet given\`.
export {};
declare global {
  interface NonetRecord {
    readonly id: string;
    readonly _title: string;
  }
  interface NonetPage<Record> {
    readonly items: readonly Record[];
    readonly next: string | null;
  }
  interface NonetQuery<Path extends string> {
    /** By path and operator: \`status\`, \`due.lt\`. */
    readonly filters?: { readonly [Key in Path | 'id' | \`\${Path}.\${string}\`]?: string | number | boolean };
    /** \`-due,number\` */
    readonly order?: string;
    readonly limit?: number;
    readonly cursor?: string;
  }
${CONTEXT}${records.join('')}  const nonet: {
${SHARED}${[...readers, ...writers].map((line) => `    ${line}\n`).join('')}  };
}
`;
}

function writerOf(plan: Plan, asked: GivenAction, answer: string): string {
  const { entity } = asked;
  switch (asked.kind) {
    case 'create':
      return `create(entity: '${entity}', values: Readonly<Record<string, unknown>>): Promise<${answer}>;`;
    case 'delete':
      return `delete(entity: '${entity}', id: string): Promise<null>;`;
    case 'update': {
      const field = plan.entities.find(({ name }) => name === entity)?.fields.find(({ name }) => name === asked.field);
      const values = field ? `{ ${field.name}: ${typeOf(field)} }` : 'Readonly<Record<string, unknown>>';
      return `update(entity: '${entity}', id: string, values: ${values}): Promise<${answer}>;`;
    }
    case 'event':
      return `fire(entity: '${entity}', id: string | null, event: '${asked.event}', values?: Readonly<Record<string, unknown>>): Promise<${answer}>;`;
  }
}

function widgetTypes(entity: string, field: Field): string {
  return `// The field ${entity}.${field.name}, whose value this page shows and enters: written by \`nonet given\`.
export {};
declare global {
  interface NonetField {
    readonly value: ${typeOf({ ...field, required: false })};
    readonly label: string;
    readonly kind: '${field.type.kind}';
    readonly readOnly: boolean;
    readonly required: boolean;
    readonly choices: readonly { readonly name: string; readonly label: string }[] | null;
    readonly minimum: string | null;
    readonly maximum: string | null;
    readonly error: string | null;
  }
${CONTEXT}  const nonet: {
${SHARED}    readonly field: NonetField | null;
    onField(listener: (field: NonetField) => void): () => void;
    set(value: ${typeOf({ ...field, required: false })}): void;
  };
}
`;
}

/** The members of a record that these paths lead to. */
function membersOf(plan: Plan, entity: string, paths: readonly (readonly string[])[]): string[] {
  const stated = plan.entities.find(({ name }) => name === entity);
  const names = [...new Set(paths.map(([name = '']) => name))];
  return names.map((name) => {
    const below = paths.flatMap(([first, ...rest]) => (first === name && rest.length > 0 ? [rest] : []));
    const field = stated?.fields.find((each) => each.name === name);
    // A field that point 6 has a row for may be absent in some records.
    const mayBeAbsent = readRowOf(plan, entity, name);
    const type = field === undefined ? 'unknown' : below.length === 0 ? typeOf(field) : through(plan, field, below);
    return `readonly ${name}${mayBeAbsent ? '?' : ''}: ${type};`;
  });
}

function readRowOf(plan: Plan, entity: string, field: string): boolean {
  return plan.permissions.find((each) => each.entity === entity)?.fields[field]?.read !== undefined;
}

/** A reference of which further fields are asked for. */
function through(plan: Plan, { type, required }: Field, paths: readonly (readonly string[])[]): string {
  const target = 'entity' in type ? type.entity : '';
  const record = `NonetRecord & { ${membersOf(plan, target, paths).join(' ')} }`;
  if (type.kind === 'many') return `readonly (${record})[]`;
  return required ? record : `(${record}) | null`;
}

/** The form of a field's value on the wire. */
function typeOf({ type, required }: Pick<Field, 'type' | 'required'>): string {
  const own = ((): string => {
    switch (type.kind) {
      case 'integer':
      case 'serial':
        return 'number';
      case 'boolean':
        return 'boolean';
      case 'enum':
      case 'state':
        return type.values.map(({ name }) => `'${name}'`).join(' | ') || 'string';
      case 'many':
      case 'roles':
        return 'readonly string[]';
      case 'all':
      case 'children':
        return 'readonly NonetRecord[]';
      case 'file':
      case 'image':
        return '{ readonly id: string; readonly name: string; readonly type: string; readonly size: number }';
      case 'json':
      case 'open':
      case 'secret':
        return 'unknown';
      case 'text':
      case 'long text':
      case 'markdown':
      case 'decimal':
      case 'money':
      case 'percent':
      case 'date':
      case 'time':
      case 'datetime':
      case 'duration':
      case 'recurrence':
      case 'email':
      case 'url':
      case 'phone':
      case 'number':
      case 'slug':
      case 'reference':
      case 'id':
        return 'string';
    }
  })();
  return required ? own : `${own} | null`;
}
