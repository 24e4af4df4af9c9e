import type { AnswerTemplate } from './exact-calls.ts';

/** The names of the shapes that an answer is made of (7), each as often as it is there. */
export function shapesInTemplate(template: AnswerTemplate): readonly string[] {
  switch (template.kind) {
    case 'result':
    case 'shape':
      return [template.shape];
    case 'each':
      return template.value.kind === 'shape' ? [template.value.shape] : [];
    case 'array':
      return template.items.flatMap(shapesInTemplate);
    case 'object':
      return template.members.flatMap(({ value }) => shapesInTemplate(value));
    case 'literal':
    case 'names':
    case 'value':
      return [];
  }
}
