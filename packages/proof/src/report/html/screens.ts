import type { ClauseAddress, Plan } from '@nonet/language';
import type { OpenedAs } from '../../run/host.ts';
import { escapeMarkup as text } from '../markup.ts';
import { anchorOf, counted } from './points.ts';

/** A picture of a screen as one role found it. */
export interface Picture extends OpenedAs {
  /** A JPEG in Base64. */
  readonly jpeg: string;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

/** The pictures of a run: one for each screen and role, up to a limit. */
export interface Pictures {
  readonly taken: readonly Picture[];
  /** The number of screens and roles without a picture, because there were too many or none could be taken. */
  readonly leftOut: number;
}

export const NO_PICTURES: Pictures = { taken: [], leftOut: 0 };

/** Pictures of the screens, in the document's order, each with the role that it is for. */
export function screensMarkup({ screens }: Plan, { taken, leftOut }: Pictures): string {
  if (taken.length === 0) return '';
  const place = new Map<ClauseAddress, number>(screens.map(({ clause }, number) => [clause, number]));
  const sorted = taken.toSorted(
    (one, other) => (place.get(one.screen) ?? 0) - (place.get(other.screen) ?? 0) || one.role.localeCompare(other.role),
  );
  const figures = sorted.map(({ screen, role, jpeg, width, height }) => {
    const { name = screen, route = '' } = screens.find(({ clause }) => clause === screen) ?? {};
    return `<li><figure><img src="data:image/jpeg;base64,${text(jpeg)}" width="${width}" height="${height}" alt="${text(`The screen ${name} for ${role}`)}">
<figcaption><a href="#${text(anchorOf(screen))}">${text(name)}</a> <code>${text(route)}</code><br>for ${text(role)}</figcaption></figure></li>`;
  });
  return `<section aria-labelledby="screens">
<h2 id="screens">Screens <span class="count">as the tests found them, one picture for each screen and role</span></h2>
<ul class="screens">
${figures.join('\n')}
</ul>
${leftOut === 0 ? '' : `<p class="quiet">${counted(leftOut, 'further picture')} left out, to keep this report small.</p>`}
</section>`;
}
