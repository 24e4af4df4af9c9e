/** The elements of a JSON array, each as the text that is there: a number keeps its digits. */
export function elementsOf(json: string): string[] {
  const elements: string[] = [];
  let depth = 0;
  let start = 0;
  const take = (end: number) => {
    const text = json.slice(start, end).trim();
    if (text !== '') elements.push(text);
  };
  for (let place = 0; place < json.length; place++) {
    const character = json[place];
    if (character === '"') place = endOfString(json, place);
    else if (character === '[' || character === '{') {
      depth += 1;
      if (depth === 1) start = place + 1;
    } else if (character === ']' || character === '}') {
      if (depth === 1) take(place);
      depth -= 1;
    } else if (character === ',' && depth === 1) {
      take(place);
      start = place + 1;
    }
  }
  return elements;
}

/** The end of the string that begins at `start`. */
function endOfString(json: string, start: number): number {
  for (let place = start + 1; place < json.length; place++) {
    if (json[place] === '\\') place += 1;
    else if (json[place] === '"') return place;
  }
  return json.length;
}
