import type { Diagnostic } from '@nonet/language';
import type { Foreign, ForeignCalls, ForeignEntity, LeftOut } from './foreign.ts';

/** The lines of a document with errors, by the part that they are in. */
interface Concerned {
  /** The error in the row of a field; `unique`: in that of what is unique together. */
  readonly inEntity: (entity: string, row: string) => string | undefined;
  readonly inRule: (rule: string) => string | undefined;
  /** The first error below the heading of a call or shape. */
  readonly below: (heading: string) => string | undefined;
  readonly inHeading: (heading: string) => string | undefined;
}

/**
 * Without the rules, calls and shapes, and without what of the fields, the errors of its document are about; the same, where none of them
 * is about such.
 */
export function withoutErrors(foreign: Foreign, text: string, errors: readonly Diagnostic[], file: string): Foreign {
  const concerned = concernedIn(text, errors);
  const leftOut: LeftOut[] = [];
  const rules = foreign.rules.filter((rule, place) => {
    const message = concerned.inRule(`V${place + 1}`);
    if (message === undefined) return true;
    leftOut.push({ place: rule.place, what: `the check ${rule.expression} of ${rule.entity}: ${message}` });
    return false;
  });
  const entities = foreign.entities.map((entity) => entityWithout(entity, concerned, { file, leftOut }));
  const answered =
    foreign.answered === undefined ? {} : { answered: callsWithout(foreign.answered, concerned, leftOut) };
  return leftOut.length === 0 ? foreign : { ...answered, entities, rules, leftOut: [...foreign.leftOut, ...leftOut] };
}

function concernedIn(text: string, errors: readonly Diagnostic[]): Concerned {
  const messages = new Map<number, string>();
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  for (const { span, message } of errors) {
    const line = starts.findLastIndex((start) => start <= span.start);
    if (!messages.has(line)) messages.set(line, message);
  }
  const rows = new Map<string, string>();
  const below = new Map<string, string>();
  const headings = new Map<string, string>();
  let [entity, part] = ['', ''];
  text.split('\n').forEach((line, place) => {
    if (line.startsWith('### ')) [entity, part] = [line.slice(4), ''];
    if (line.startsWith('#### ')) part = line.slice(5);
    const message = messages.get(place);
    if (message === undefined) return;
    const [, row] = /^\| (\w+)(?: \(| \|)/.exec(line) ?? [];
    if (row !== undefined && part === '') rows.set(`${entity} ${row}`, rows.get(`${entity} ${row}`) ?? message);
    // The number of a rule is that of no field: those begin with a small letter.
    if (row !== undefined && /^V\d+$/.test(row)) rows.set(row, message);
    if (line.startsWith('#### ')) headings.set(part, message);
    else if (part !== '') below.set(part, below.get(part) ?? message);
  });
  return {
    inEntity: (name, row) => rows.get(`${name} ${row}`),
    inRule: (rule) => rows.get(rule),
    below: (heading) => below.get(heading),
    inHeading: (heading) => headings.get(heading),
  };
}

interface Leaving {
  readonly file: string;
  readonly leftOut: LeftOut[];
}

function entityWithout(entity: ForeignEntity, { inEntity }: Concerned, { file, leftOut }: Leaving): ForeignEntity {
  const fields = entity.fields.map((field) => {
    const message = inEntity(entity.name, field.name);
    if (message === undefined || field.type === null) return field;
    const place = field.place ?? file;
    const bare = field.rules.filter((rule) => rule === 'optional');
    if (bare.length < field.rules.length) {
      const others = field.rules.filter((rule) => rule !== 'optional').join(', ');
      leftOut.push({ place, what: `${entity.name}.${field.name}: ${others}: ${message}` });
      return { ...field, rules: bare };
    }
    leftOut.push({ place, what: `${entity.name}.${field.name}: the type ${field.type}: ${message}` });
    return { ...field, type: null };
  });
  const message = inEntity(entity.name, 'unique');
  if (entity.unique.length === 0 || message === undefined) return { ...entity, fields };
  leftOut.push({ place: entity.place ?? file, what: `what is unique together in ${entity.name}: ${message}` });
  return { ...entity, fields, unique: [] };
}

function callsWithout(answered: ForeignCalls, { below, inHeading }: Concerned, leftOut: LeftOut[]): ForeignCalls {
  const refused = new Set<string>();
  const shapes = answered.shapes.filter(({ name, entity, place }) => {
    const heading = name === entity ? name : `${name} of ${entity}`;
    const message = inHeading(heading) ?? below(heading);
    if (message === undefined) return true;
    leftOut.push({ place, what: `the shape ${name}: ${message}` });
    refused.add(name);
    return false;
  });
  const calls = answered.calls.flatMap((call) => {
    if (call.shape !== null && refused.has(call.shape)) return { ...call, answers: null, shape: null };
    const heading = `\`${call.call}\``;
    const itself = inHeading(heading) ?? (call.answers === null ? below(heading) : undefined);
    if (itself !== undefined) {
      leftOut.push({ place: call.place, what: `${call.call}: ${itself}` });
      return [];
    }
    const message = below(heading);
    if (message === undefined) return call;
    leftOut.push({ place: call.place, what: `what is answered by ${call.call}: ${message}` });
    return { ...call, answers: null, shape: null };
  });
  // A shape that shows one that is left out, does not know it either.
  const known = shapes.map((shape) => ({
    ...shape,
    properties: shape.properties.map((property) =>
      refused.has(/ as (\w+)$/.exec(property.is ?? '')?.[1] ?? '') ? { ...property, is: null } : property,
    ),
  }));
  return { ...answered, calls, shapes: known };
}
