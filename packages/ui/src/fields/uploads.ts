/** The key of the uploads of a form's files: a form with some of them on their way is not sent without them. */
export function uploadsOf(form: string): readonly string[] {
  return ['upload', form];
}
