import { useState } from 'react';
import { GivenFrame } from '../../given/given-frame.tsx';
import { GeneralActions } from '../../parts/general-actions.tsx';
import { ScreenFrame } from '../../parts/screen-frame.tsx';
import type { ScreenProps } from '../screen.ts';

/** A page that a file beside the document gives: it draws itself. */
export default function GivenScreen({ screen, parameters }: ScreenProps) {
  const [loaded, setLoaded] = useState(false);
  const { given } = screen;
  const path = Object.fromEntries(screen.parameters.map(({ name }, place) => [name, parameters[place] ?? '']));
  return (
    <ScreenFrame screen={screen} title={screen.name} loaded={loaded} actions={<GeneralActions screen={screen} />}>
      {given && <GivenFrame given={given} title={screen.name} path={path} onLoaded={() => setLoaded(true)} />}
    </ScreenFrame>
  );
}
