import { readsItsRecord } from '../../expression/default-order.ts';
import type { Entity, Field } from '../../model/entities.ts';
import { isStatedAsGone } from '../../model/gone.ts';
import { FIELD_KINDS } from '../../model/field-kinds.ts';
import { sourceOfGiven } from '../../plan/given.ts';
import type { Comparison } from '../comparison.ts';
import { beyondLimits } from '../converted-limits.ts';
import type { Found } from '../difference.ts';
import { added, isKept, type Kept, keptEntities, type Pair, pairedFields } from '../pairs.ts';
import { isConverted, isStoredField, keepsValues, readBy } from '../stored.ts';

/** Point 3: fields that are new, gone, renamed or of another type, and the new places of their values. */
export function fieldDifferences(comparison: Comparison): Found[] {
  return keptEntities(comparison).flatMap((entity) => {
    const pairs = pairedFields(comparison, entity).filter(({ former }) => !former.derived);
    return [
      ...pairs.flatMap((pair) =>
        isKept(pair) ? keptDifferences(comparison, entity, pair) : goneDifferences(comparison, entity, pair),
      ),
      ...added(
        entity.now.fields.filter(({ derived }) => !derived),
        pairs,
      ).flatMap((field) => newDifference(comparison, entity.now, field)),
    ];
  });
}

function goneDifferences(comparison: Comparison, entity: Kept<Entity>, { former: field }: Pair<Field>): Found[] {
  const name = `${entity.former.name}.${field.name}`;
  const places = { clause: null, former: field.clause };
  if (field.computed !== null)
    return [{ effect: 'behaviour', ...places, text: `\`${name}\` is gone; it was computed` }];
  const readers = readBy(comparison, entity.former.name, field.name);
  if (readers.length > 0)
    return [
      {
        effect: 'compatible',
        ...places,
        text: `\`${name}\` is gone; its values go into ${readers.map((clause) => `\`${clause.slice(2)}\``).join(' and ')}`,
      },
    ];
  if (field.type.kind === 'children' || field.type.kind === 'all' || field.type.kind === 'open')
    return [{ effect: 'behaviour', ...places, text: `\`${name}\` is gone` }];
  if (isStatedAsGone(comparison.now, 'field', field.name, entity.now.name))
    return [{ effect: 'behaviour', ...places, text: `\`${name}\` is gone with its values, as \`Gone\` states` }];
  return [
    {
      effect: 'lost',
      ...places,
      text: `\`${name}\` is gone, and nothing says where its values go. State \`was ${field.name}\` at the field that has them now, or a \`from\` that reads it; or name it under \`Gone\``,
    },
  ];
}

function newDifference(comparison: Comparison, entity: Entity, field: Field): Found | Found[] {
  const name = `\`${entity.name}.${field.name}\``;
  const places = { clause: field.clause, former: null };
  if (field.computed !== null) return { effect: 'compatible', ...places, text: `${name} is new, and computed` };
  if (isConverted(comparison, field.clause))
    return [
      { effect: 'compatible', ...places, text: `${name} is new; records that are there get it by its \`from\`` },
      ...beyondLimits(comparison, field),
    ];
  if (field.type.kind === 'number')
    return {
      effect: 'stricter',
      ...places,
      text: `${name} is new, and records that are there have no number`,
    };
  const lacks =
    field.required &&
    field.when === null &&
    (field.default === null || readsItsRecord(field.default)) &&
    isStoredField(field) &&
    FIELD_KINDS[field.type.kind].from === 'people' &&
    !field.bySystem;
  if (lacks)
    return {
      effect: 'stricter',
      ...places,
      text: `${name} is new and required: records that are there have nothing in it. State \`default\`, \`from\` or \`optional\``,
    };
  return { effect: 'compatible', ...places, text: `${name} is new` };
}

function keptDifferences(comparison: Comparison, entity: Kept<Entity>, pair: Kept<Field>): Found[] {
  const { former, now } = pair;
  const name = `\`${entity.now.name}.${now.name}\``;
  const places = { clause: now.clause, former: former.clause };
  const found: Found[] = [];
  if (former.name !== now.name)
    found.push({ effect: 'compatible', ...places, text: `${name} was \`${former.name}\`; its values stay` });
  found.push(...widgetDifferences(comparison, name, pair));
  const isStored = isStoredField(now);
  if (isConverted(comparison, now.clause)) {
    found.push({
      effect: 'behaviour',
      ...places,
      text: `${name}: the values that are there become others, by its \`from\``,
    });
    return found;
  }
  if (former.computed !== null && now.computed === null && isStored)
    found.push({
      effect: 'compatible',
      ...places,
      text: `${name} is stored and was computed: records that are there keep what it came to`,
    });
  if (former.computed === null && now.computed !== null && isStoredField(former))
    found.push({
      effect: isStatedAsGone(comparison.now, 'field', former.name, entity.now.name) ? 'behaviour' : 'lost',
      ...places,
      text: `${name} is computed, and the values that were stored in it are gone`,
    });
  if (former.computed !== null || now.computed !== null) return found;
  const kept = keepsValues(
    former.type,
    now.type,
    comparison.former,
    comparison.now,
    (was, is) => comparison.names.entity(was) === is,
  );
  if (!kept && (isStored || isStoredField(former)))
    found.push({
      effect: 'lost',
      ...places,
      text: `${name} is ${typeWords(now)}, and was ${typeWords(former)}: nothing says what becomes of its values. Add \`from …\`, or state a field of the new type beside it`,
    });
  else if (former.type.kind !== now.type.kind && now.type.kind === 'enum')
    found.push({
      effect: 'stricter',
      ...places,
      text: `${name} is an \`enum\`, and was ${typeWords(former)}: what is stored may be none of its choices`,
    });
  else if (former.type.kind !== now.type.kind)
    found.push({
      effect: 'compatible',
      ...places,
      text: `${name} is ${typeWords(now)}, and was ${typeWords(former)}; its values stay`,
    });
  if (former.type.kind === 'number' && now.type.kind === 'number' && former.type.pattern !== now.type.pattern)
    found.push({
      effect: 'behaviour',
      ...places,
      text: `${name}: new records are numbered \`${now.type.pattern}\`, formerly \`${former.type.pattern}\`; numbers that were given stay`,
    });
  return found;
}

function typeWords({ type }: Field): string {
  if (type.kind === 'reference') return `a reference to \`${type.entity}\``;
  if (type.kind === 'children') return `a list of \`${type.entity}\``;
  if (type.kind === 'many') return `many \`${type.entity}\``;
  if (type.kind === 'money' && type.currency !== null) return `\`money in ${type.currency}\``;
  if (type.kind === 'decimal') return `\`decimal(${type.precision}, ${type.scale})\``;
  return `\`${FIELD_KINDS[type.kind].word ?? type.kind}\``;
}

/** The page that shows and enters the value: nobody knows what another one does. */
function widgetDifferences(comparison: Comparison, name: string, { former, now }: Kept<Field>): Found[] {
  const [was, is] = [former.widget, now.widget];
  if (was === undefined && is === undefined) return [];
  const isSame =
    was?.file === is?.file && was && is && sourceOfGiven(comparison.former, was) === sourceOfGiven(comparison.now, is);
  if (isSame === true) return [];
  const text =
    is === undefined
      ? `${name} has its widget no longer`
      : `${name} has ${was === undefined ? 'a widget' : 'another widget'}, given by \`${is.file}\``;
  return [{ effect: 'behaviour', clause: now.clause, former: former.clause, text }];
}
