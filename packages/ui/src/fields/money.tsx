import { useMemo } from 'react';
import { useProduct } from '../data/product.ts';
import { useFormat } from '../format/format.ts';
import { ExactInput } from './exact-input.tsx';
import type { FieldParts, InputProps, ViewProps } from './field.ts';
import { textDraft } from './plain.tsx';

function MoneyView({ field, value }: ViewProps) {
  return <>{useFormat().money(String(value), field.currency)}</>;
}

function MoneyInput(props: InputProps) {
  const { settings } = useProduct();
  const currency = props.field.currency ?? settings.currency;
  const { locale } = useFormat();
  const units = useMemo(() => (currency === null ? [] : [currency, symbolOf(currency, locale)]), [currency, locale]);
  // The sign that lists and records show beside the same amount.
  return <ExactInput {...props} unit={units.at(-1)} units={units} />;
}

function symbolOf(currency: string, locale: string): string {
  const parts = new Intl.NumberFormat(locale, { style: 'currency', currency }).formatToParts(0);
  return parts.find(({ type }) => type === 'currency')?.value ?? currency;
}

export const money: FieldParts = { View: MoneyView, Input: MoneyInput, numeric: true, ...textDraft };
