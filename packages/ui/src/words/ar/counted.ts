const RULES = new Intl.PluralRules('ar');

/** The forms of a counted noun: `one` and `two` contain the number, the others follow it. */
interface Forms {
  readonly one: string;
  readonly two: string;
  /** 3 to 10. */
  readonly few: string;
  /** 11 to 99. */
  readonly many: string;
  /** 0, 100 and others. */
  readonly other: string;
}

/** A number with its noun: “صف واحد”, “صفان”, “5 صفوف”, “20 صفًا”, “100 صف”. */
export function counted(count: number, forms: Forms): string {
  const form = RULES.select(count);
  if (form === 'one' || form === 'two') return forms[form];
  return `${count} ${form === 'zero' ? forms.other : forms[form]}`;
}
