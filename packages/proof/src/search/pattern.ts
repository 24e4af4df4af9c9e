/**
 * A text that a regular expression of the document matches, as short as it may be, or at least `length` characters
 * long. Null for what it doesn't know: the caller makes sure with the expression itself.
 */
export function sample(pattern: string, length: number): string | null {
  const characters = Array.from(pattern);
  let place = 0;
  // A part that may be repeated is repeated until the text is long enough.
  let missing = 0;

  const alternatives = (): string | null => {
    let chosen: string | null = null;
    let isFirst = true;
    do {
      const branch = sequence();
      if (isFirst) chosen = branch;
      isFirst = false;
    } while (characters[place] === '|' && (place += 1));
    return chosen;
  };

  const sequence = (): string | null => {
    let text: string | null = '';
    while (place < characters.length && characters[place] !== '|' && characters[place] !== ')') {
      const part = atom();
      const { minimum, maximum } = quantifier();
      if (part === null || text === null) {
        text = null;
        continue;
      }
      const more = part === '' ? 0 : Math.min(maximum - minimum, Math.max(0, missing));
      missing -= more;
      text += part.repeat(minimum + more);
    }
    return text;
  };

  const quantifier = (): { minimum: number; maximum: number } => {
    const sign = characters[place];
    let found = { minimum: 1, maximum: 1 };
    if (sign === '*') found = { minimum: 0, maximum: 1000 };
    else if (sign === '+') found = { minimum: 1, maximum: 1000 };
    else if (sign === '?') found = { minimum: 0, maximum: 1 };
    else if (sign === '{') {
      const end = characters.indexOf('}', place);
      const [from = '0', to = from] = characters
        .slice(place + 1, end)
        .join('')
        .split(',');
      found = { minimum: Number(from), maximum: to === '' ? 1000 : Number(to) };
      place = end;
    } else return found;
    place += 1;
    if (characters[place] === '?') place += 1;
    return found;
  };

  const atom = (): string | null => {
    const character = characters[place] ?? '';
    place += 1;
    switch (character) {
      case '^':
      case '$':
        return '';
      case '.':
        return 'x';
      case '(': {
        if (characters[place] === '?') {
          const close = characters.indexOf(characters[place + 1] === ':' ? ':' : '>', place);
          if (close < 0) return null;
          place = close + 1;
        }
        const inner = alternatives();
        place += 1;
        return inner;
      }
      case '[':
        return oneOf();
      case '\\':
        return escaped(characters[place++] ?? '');
      default:
        return character;
    }
  };

  const oneOf = (): string | null => {
    const negated = characters[place] === '^';
    if (negated) place += 1;
    const start = place;
    const ranges: [from: string, to: string][] = [];
    const one = (): string => {
      const character = characters[place++] ?? '';
      return character === '\\' ? escaped(characters[place++] ?? '') : character;
    };
    while (place < characters.length && (characters[place] !== ']' || place === start)) {
      const from = one();
      const isRange = characters[place] === '-' && characters[place + 1] !== ']';
      if (isRange) place += 1;
      ranges.push([from, isRange ? one() : from]);
    }
    place += 1;
    if (!negated) return ranges[0]?.[0] ?? null;
    const outside = (candidate: string) => ranges.every(([from, to]) => candidate < from || candidate > to);
    return ['x', 'A', '0', '_', '-', ' '].find(outside) ?? null;
  };

  const shortest = alternatives();
  if (shortest === null) return null;
  const lacking = length - Array.from(shortest).length;
  if (lacking <= 0) return shortest;
  [place, missing] = [0, lacking];
  return alternatives();
}

function escaped(character: string): string {
  const classes: Readonly<Record<string, string>> = { d: '0', w: 'a', s: ' ', D: 'x', W: '-', S: 'x', b: '', B: '' };
  return classes[character] ?? character;
}
