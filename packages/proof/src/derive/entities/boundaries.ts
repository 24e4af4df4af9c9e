import type { Field, FieldType, Settings } from '@nonet/language';
import { brokenLimit } from '../../reference/checks.ts';
import { digitsOf } from '../../reference/digits.ts';
import type { Actor } from '../../reference/permissions.ts';
import type { Body } from '../../reference/body.ts';
import { textFor } from '../../search/values.ts';
import { otherTypes } from '../../reference/file-contents.ts';
import { plainFixture } from '../records/plain-fixtures.ts';
import type { DerivationContext } from '../derivation-context.ts';

/** The plainest child of an owned list. */
export function childDraft(context: DerivationContext, as: Actor, entity: string): Body {
  return plainFixture(context, entity, [], as).draft;
}

const TEXTS: ReadonlySet<string> = new Set(['text', 'long text', 'markdown']);

/** Values at a bound and on either side of it, and the largest of its digits, whichever the field takes. */
export function boundaries(context: DerivationContext, field: Field): { value: unknown; clause: string | null }[] {
  const { forNew } = field;
  const bounded = [field.minimum, field.maximum, forNew?.minimum, forNew?.maximum].flatMap((bound) => {
    if (bound === null || bound === undefined) return [];
    const clause = bound.constant === null ? null : `9.${bound.constant}`;
    return [-1, 0, 1].flatMap((step) => {
      const value = valueAt(context, field, bound.value, step);
      return value === undefined ? [] : [{ value, clause }];
    });
  });
  const { type } = field;
  return type.kind === 'decimal' ? [...bounded, { value: largest(type), clause: null }] : bounded;
}

/** `9999.9999` of `decimal(8, 4)`. */
function largest({ precision, scale }: Extract<FieldType, { kind: 'decimal' }>): string {
  return `${'9'.repeat(precision - scale) || '0'}${scale === 0 ? '' : '.'}${'9'.repeat(scale)}`;
}

function valueAt(context: DerivationContext, field: Field, bound: string, step: number): unknown {
  const { type } = field;
  switch (type.kind) {
    case 'integer':
      return Number(bound) + step;
    case 'decimal':
    case 'money':
    case 'percent': {
      const scale = type.kind === 'percent' ? 2 : (digitsOf(type, context.plan.settings)?.behind ?? 0);
      return (Number(bound) + step * 10 ** -scale).toFixed(scale);
    }
    case 'text':
    case 'long text':
    case 'markdown':
    case 'secret': {
      const length = Number(bound) + step;
      if (length < 1 || length > 20_000) return undefined;
      const serial = context.drafting(null).serial();
      return textFor(context.world, { ...field, minimum: null, maximum: null }, length, serial) ?? undefined;
    }
    case 'children': {
      const count = Number(bound) + step;
      if (count < 0 || count > 300) return undefined;
      return Array.from({ length: count }, () => childDraft(context, context.accounts[0]?.id ?? null, type.entity));
    }
    case 'all':
    case 'boolean':
    case 'date':
    case 'datetime':
    case 'duration':
    case 'email':
    case 'enum':
    case 'file':
    case 'id':
    case 'image':
    case 'json':
    case 'many':
    case 'number':
    case 'open':
    case 'phone':
    case 'recurrence':
    case 'reference':
    case 'roles':
    case 'serial':
    case 'slug':
    case 'state':
    case 'time':
    case 'url':
      return undefined;
  }
}

/** Texts whose length, storage or order is not what their look suggests. */
export function oddTexts(
  context: DerivationContext,
  field: Field,
): { readonly what: string; readonly value: string }[] {
  if (!TEXTS.has(field.type.kind) || field.pattern !== null) return [];
  const serial = context.drafting(null).serial();
  const most = Math.min(Number(field.maximum?.value ?? 12), 20_000);
  const small = `aa${serial}`;
  const odd = [
    { what: 'with space at its ends', value: `  ZZ-${serial}  ` },
    // Each filling character is one character, but two units of UTF-16.
    {
      what: 'of as many characters as it may have',
      value: small + '\u{1F600}'.repeat(Math.max(0, most - small.length)),
    },
  ];
  return odd.filter(({ value }) => brokenLimit(context.world, field, value.trim()) === null);
}

/** One digit more than its type keeps, before the point and behind it. */
function tooManyDigits(type: FieldType, settings: Settings): string[] {
  const digits = digitsOf(type, settings);
  return digits === null ? [] : [`1${'0'.repeat(digits.before)}`, `0.${'0'.repeat(digits.behind)}1`];
}

/** Values that no field of this type can hold. */
export function wrongTypes({ type }: Field, settings: Settings): unknown[] {
  switch (type.kind) {
    case 'text':
    case 'long text':
    case 'markdown':
      return [17, { a: 1 }];
    case 'integer':
      return ['many', 1.5, 2 ** 53];
    case 'decimal':
    case 'money':
    case 'percent':
      return ['many', ...tooManyDigits(type, settings)];
    case 'boolean':
      return ['perhaps'];
    case 'date':
      return ['2026-02-30', 7];
    case 'datetime':
    case 'time':
      return ['soon'];
    case 'email':
    case 'url':
    case 'phone':
    case 'recurrence':
      return ['nothing of the kind'];
    case 'enum':
      return ['none_of_these'];
    case 'children':
      return ['no list'];
    case 'image':
      return ['no file', '@upload:pdf', '@upload:html'];
    case 'file':
      return ['no file', ...otherTypes(type.types).map((other) => `@upload:${other}`)];
    case 'all':
    case 'duration':
    case 'id':
    case 'json':
    case 'many':
    case 'number':
    case 'open':
    case 'reference':
    case 'roles':
    case 'secret':
    case 'serial':
    case 'slug':
    case 'state':
      return [];
  }
}
