import { useEffect } from 'react';

import { showRunningOperations } from '../operations.ts';
import { Page } from '../shell/Page.tsx';
import { Button } from '../ui/Button.tsx';
import { GalleryActs } from './GalleryActs.tsx';
import { GalleryFields } from './GalleryFields.tsx';
import { GalleryStates } from './GalleryStates.tsx';

/** Every component in every state, for looking at. */
export function Gallery() {
  useEffect(() => {
    showRunningOperations([{ id: '1', title: 'Brukerimport', done: 1240, total: 3600, to: '/dev/ui' }]);
    return () => showRunningOperations([]);
  }, []);
  return (
    <Page
      title="Komponenter"
      count="32"
      lead="Slik ser de ut."
      acts={<Button variant="primary">Ny bruker</Button>}
    >
      <GalleryActs />
      <GalleryFields />
      <GalleryStates />
    </Page>
  );
}
