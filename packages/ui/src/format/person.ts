const HUES = 6;

/** The first letters of the first and the last word of a name: `Mo van Manager` → `MM`. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s.@]+/u).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const person = name.includes('@') ? words.slice(0, 1) : words;
  const letters = [person[0], person.length > 1 ? person.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '');
  return letters.join('').toLocaleUpperCase();
}

/** A person's hue: the same one everywhere, under any name. */
export function hueOfPerson(id: string): number {
  let sum = 0;
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return sum % HUES;
}
