import { decimal } from '../../expression/decimal.ts';
import { printExpression } from '../../expression/print.ts';
import type { Expression } from '../../expression/tree.ts';
import { TRUE } from '../../check/analysis/build.ts';
import { askedOfNew, type Bound, CANDIDATE, type Entity, type Field } from '../../model/entities.ts';
import { hasValue } from '../../model/field-kinds.ts';
import type { Comparison } from '../comparison.ts';
import type { Beyond } from '../conditions.ts';
import { isSameData } from '../equal.ts';
import { beyondLimits } from '../converted-limits.ts';
import type { Found } from '../difference.ts';
import { isKept, type Kept, keptEntities, pairedFields } from '../pairs.ts';
import { isConverted, keepsValues } from '../stored.ts';
import { limitWords, type Measure } from '../limit-words.ts';

/** Point 3: the limits of a field: required, length, range, pattern, digits, `unique`, `when`, `among`. */
export function limitDifferences(comparison: Comparison): Found[] {
  return keptEntities(comparison).flatMap((entity) =>
    pairedFields(comparison, entity).flatMap((pair): Found[] => {
      if (!isKept(pair) || pair.now.derived || pair.now.computed !== null || pair.former.computed !== null) return [];
      const { former, now } = pair;
      if (isConverted(comparison, now.clause)) return beyondLimits(comparison, now);
      if (
        !keepsValues(
          former.type,
          now.type,
          comparison.former,
          comparison.now,
          (was, is) => comparison.names.entity(was) === is,
        )
      )
        return [];
      return new Limits(comparison, entity, pair).found();
    }),
  );
}

class Limits {
  private readonly name: string;
  private readonly lines: Found[] = [];
  private readonly comparison: Comparison;
  private readonly pair: Kept<Field>;

  constructor(comparison: Comparison, entity: Kept<Entity>, pair: Kept<Field>) {
    this.comparison = comparison;
    this.pair = pair;
    this.name = `\`${entity.now.name}.${pair.now.name}\``;
  }

  found(): Found[] {
    const { former, now } = this.pair;
    if (former.required !== now.required && (now.required || !askedOfNew(now).required))
      this.report(
        now.required ? 'stricter' : 'compatible',
        now.required
          ? `${this.name} is required, and was optional: records that have nothing in it can't be saved until they do, or it states \`from if ${former.name} == null then … else ${former.name}\``
          : `${this.name} is optional, and was required`,
      );
    this.bound('minimum', 'least');
    this.bound('maximum', 'most');
    this.pattern();
    this.forNew();
    this.digits();
    if (former.unique !== now.unique) this.unique();
    this.when();
    this.among();
    if (former.once !== now.once)
      this.report(
        now.once ? 'behaviour' : 'compatible',
        `${this.name} ${now.once ? "can't be changed any more once it is set" : 'can be changed after it was set'}`,
      );
    if (former.bySystem !== now.bySystem)
      this.report(
        'behaviour',
        `${this.name} is set by ${now.bySystem ? 'the product' : 'people'}, and was by ${former.bySystem ? 'the product' : 'people'}`,
      );
    if (former.onDelete !== now.onDelete && 'entity' in now.type)
      this.report(
        'behaviour',
        `${this.name}: where the record it refers to is deleted, ${ON_DELETE[now.onDelete]}; formerly ${ON_DELETE[former.onDelete]}`,
      );
    if (!this.comparison.isSame(former.default, now.default))
      this.report(
        'behaviour',
        `${this.name} ${defaultWords(now.default)} for new records, formerly ${defaultWords(former.default)}`,
      );
    this.fileTypes();
    return this.lines;
  }

  private report(effect: Found['effect'], text: string, more: Partial<Found> = {}): void {
    this.lines.push({ effect, clause: this.pair.now.clause, former: this.pair.former.clause, text, ...more });
  }

  private bound(which: 'minimum' | 'maximum', word: 'least' | 'most'): void {
    const [was, is] = [this.pair.former[which], this.pair.now[which]];
    // A limit of new values alone has a separate line.
    if (is === null && (this.pair.now.forNew?.[which] ?? null) !== null) return;
    const compared = comparedBounds(was, is, which);
    if (compared === 'same') return;
    const isTighter = compared === 'tighter';
    const because = this.constantsOf(was, is);
    const text = `${this.name} ${limitWords(measureOf(this.pair.now), word, boundWords(is), boundWords(was))}`;
    const example = isTighter && is !== null ? [exampleBeyond(is, which, this.pair.now)] : [];
    const more = { ...(example.length > 0 && { example }), ...(because.length > 0 && { because }) };
    this.report(
      isTighter ? 'stricter' : 'compatible',
      isTighter ? `${text}: what is stored can be beyond it` : text,
      more,
    );
  }

  private constantsOf(...bounds: readonly (Bound | null)[]): readonly string[] {
    const names = new Set(bounds.flatMap((bound) => bound?.constant ?? []));
    return this.comparison.now.constants.flatMap(({ name, clause }) => (names.has(name) ? [clause] : []));
  }

  private pattern(): void {
    const [was, is] = [this.pair.former.pattern, this.pair.now.pattern];
    if (was === is || (is === null && (this.pair.now.forNew?.pattern ?? null) !== null)) return;
    if (is === null) this.report('compatible', `${this.name} needs no certain form any more`);
    else
      this.report(
        'stricter',
        `${this.name} must match \`/${is}/\`, formerly ${was === null ? 'any form' : `\`/${was}/\``}: what is stored may not`,
      );
  }

  private forNew(): void {
    const { former, now } = this.pair;
    if (isSameData(former.forNew ?? null, now.forNew ?? null)) return;
    if (now.forNew === undefined) {
      this.report('compatible', `${this.name} asks nothing more of new values than of those that are there`);
      return;
    }
    const { required, minimum, maximum, pattern } = now.forNew;
    const bounds = minimum === null && maximum === null ? [] : [`\`${minimum?.value ?? ''}..${maximum?.value ?? ''}\``];
    const asked = [
      ...(required && !now.required ? ['that there is one'] : []),
      ...bounds,
      ...(pattern === null ? [] : [`\`/${pattern}/\``]),
    ];
    this.report('behaviour', `${this.name} asks of new values: ${asked.join(', ')}; what is stored may stay as it is`);
  }

  private digits(): void {
    const [was, is] = [this.pair.former.type, this.pair.now.type];
    if (was.kind === 'integer' && is.kind === 'decimal') {
      const most = decimal(10).pow(is.precision - is.scale);
      const { minimum, maximum } = this.pair.former;
      const fits =
        minimum !== null &&
        maximum !== null &&
        decimal(maximum.value).lt(most) &&
        decimal(minimum.value).gt(most.neg());
      if (!fits)
        this.report(
          'stricter',
          `${this.name} has ${is.precision - is.scale} digits before the point: what is stored may have more`,
        );
    }
    if (was.kind !== 'decimal' || is.kind !== 'decimal') return;
    const whole = (type: { precision: number; scale: number }) => type.precision - type.scale;
    if (whole(was) === whole(is) && was.scale === is.scale) return;
    const text = `${this.name} has ${whole(is)} digits before the point and ${is.scale} behind it, formerly ${whole(was)} and ${was.scale}`;
    const isFewer = whole(is) < whole(was) || is.scale < was.scale;
    this.report(isFewer ? 'stricter' : 'compatible', isFewer ? `${text}: what is stored may have more` : text);
  }

  private unique(): void {
    const { former, now } = this.pair;
    const isStricter = now.unique !== null && (former.unique === null || now.unique === 'ignoring case');
    const isOnlyThere = now.unique === null;
    this.report(
      isStricter ? 'stricter' : 'compatible',
      isOnlyThere
        ? `${this.name} may be the same in several records now`
        : isStricter
          ? `${this.name} must be unique${now.unique === 'ignoring case' ? ' ignoring case' : ''}: records that share a value can't stay so`
          : `${this.name} is unique with regard to case, and was without`,
    );
  }

  private when(): void {
    const { former, renamed, now } = this.pair;
    if (this.comparison.isSame(former.when, now.when)) return;
    const compared = this.comparison.compare(renamed.when ?? TRUE, now.when ?? TRUE);
    const words = now.when === null ? 'is asked for always' : `is asked for only when \`${printExpression(now.when)}\``;
    if (compared.narrower.verdict !== 'never')
      this.report(
        'stricter',
        `${this.name} ${words}: it is emptied in records where it was asked for and is not any more`,
        exampleOf(compared.narrower),
      );
    else if (compared.wider.verdict !== 'never' && now.required)
      this.report(
        'stricter',
        `${this.name} ${words}: records where it was not asked for have nothing in it`,
        exampleOf(compared.wider),
      );
    else if (compared.wider.verdict !== 'never') this.report('compatible', `${this.name} ${words}`);
  }

  private among(): void {
    const { former, renamed, now } = this.pair;
    if (this.comparison.isSame(former.among, now.among)) return;
    const compared = this.comparison.compare(renamed.among ?? TRUE, now.among ?? TRUE);
    const [wider, narrower] = [this.ofReferred(compared.wider), this.ofReferred(compared.narrower)];
    if (narrower.verdict !== 'never')
      this.report(
        'stricter',
        `${this.name} can refer to fewer records${now.among === null ? '' : `: \`${printExpression(now.among, CANDIDATE)}\``}`,
        exampleOf(narrower),
      );
    if (wider.verdict !== 'never')
      this.report('compatible', `${this.name} can refer to more records`, exampleOf(wider));
  }

  /** The analysis has a name of its own for the record that is referred to. */
  private ofReferred(difference: Beyond): Beyond {
    const { type } = this.pair.now;
    if (difference.verdict === 'never' || !('entity' in type)) return difference;
    const named = `${type.entity}.`;
    return { ...difference, example: difference.example.map((each) => each.replaceAll(/\bcandidate\./g, named)) };
  }

  private fileTypes(): void {
    const [was, is] = [this.pair.former.type, this.pair.now.type];
    if (was.kind !== 'file' || is.kind !== 'file') return;
    const fewer = was.types.filter((type) => !is.types.includes(type));
    if (fewer.length > 0)
      this.report('behaviour', `${this.name} takes no \`${fewer.join('`, `')}\` any more; files that are there stay`);
    const more = is.types.filter((type) => !was.types.includes(type));
    if (more.length > 0) this.report('compatible', `${this.name} takes \`${more.join('`, `')}\` as well`);
  }
}

const ON_DELETE = {
  restrict: 'that is refused',
  cascade: 'this one is deleted, too',
  clear: 'it is emptied',
} as const;

/** Whether the new bound is tighter, looser, or the same. */
function comparedBounds(
  was: Bound | null,
  is: Bound | null,
  which: 'minimum' | 'maximum',
): 'tighter' | 'looser' | 'same' {
  if (was === null && is === null) return 'same';
  if (was === null) return 'tighter';
  if (is === null) return 'looser';
  const step = decimal(is.value).cmp(decimal(was.value));
  if (step === 0) return 'same';
  return step > 0 === (which === 'minimum') ? 'tighter' : 'looser';
}

function boundWords(bound: Bound | null): string | null {
  if (bound === null) return null;
  return bound.constant === null ? bound.value : `${bound.value} (\`${bound.constant}\`)`;
}

function measureOf({ type }: Field): Measure {
  if (hasValue(type, 'number')) return { verb: 'is', unit: '' };
  return hasValue(type, 'records') ? { verb: 'holds', unit: 'record' } : { verb: 'is', unit: 'character' };
}

function exampleBeyond(bound: Bound, which: 'minimum' | 'maximum', field: Field): string {
  const value = beyond(bound, which, field);
  if (hasValue(field.type, 'number')) return `${field.name} = ${value}`;
  return `${field.name} of ${value} ${hasValue(field.type, 'records') ? 'records' : 'characters'}`;
}

/** The value next to a bound, on its far side. */
function beyond(bound: Bound, which: 'minimum' | 'maximum', { type }: Field): string {
  const scale = type.kind === 'decimal' ? type.scale : type.kind === 'money' || type.kind === 'percent' ? 2 : 0;
  const step = decimal(10).pow(-scale);
  const value = decimal(bound.value);
  return (which === 'maximum' ? value.plus(step) : value.minus(step)).toFixed();
}

function defaultWords(value: Expression | null): string {
  return value === null ? 'has no default' : `is \`${printExpression(value)}\``;
}

function exampleOf(beyond: { readonly verdict: string; readonly example?: readonly string[] }): Partial<Found> {
  return beyond.example === undefined || beyond.example.length === 0 ? {} : { example: beyond.example };
}
