import {
  ChevronDownIcon,
  DownloadIcon,
  MenuElipsisHorizontalIcon,
  PlusIcon,
  TrashIcon,
} from '@navikt/aksel-icons';
import { useState } from 'react';

import { useLeavePrompt } from '../shell/useLeavePrompt.tsx';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { KeyHint } from '../ui/KeyHint.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { Menu, MenuItem, MenuLine } from '../ui/Menu.tsx';
import { notify } from '../ui/notices.ts';
import { Popover } from '../ui/Popover.tsx';
import { SearchField } from '../ui/SearchField.tsx';
import { SegmentedControl } from '../ui/SegmentedControl.tsx';
import { Status } from '../ui/Status.tsx';
import { Section } from './Section.tsx';

export function GalleryActs() {
  const [view, setView] = useState<'all' | 'students' | 'employees'>('all');
  const [text, setText] = useState('');
  const [opened, open] = useState<'dialog' | 'confirm' | 'drawer'>();
  const [isDirty, setDirty] = useState(false);
  const leavePrompt = useLeavePrompt(isDirty);
  const close = () => open(undefined);
  return (
    <Section title="Handlinger">
      <div className="cluster">
        <Button variant="primary" icon={<PlusIcon aria-hidden />} onPress={() => open('drawer')}>
          Ny bruker
        </Button>
        <Button icon={<DownloadIcon aria-hidden />} onPress={() => open('dialog')}>
          Eksporter
        </Button>
        <Button variant="danger" onPress={() => open('confirm')}>
          Slett
        </Button>
        <Button variant="quiet">Stille</Button>
        <Button variant="facet" iconAfter={<ChevronDownIcon aria-hidden />}>
          Skole
        </Button>
        <Button variant="facet" on iconAfter={<ChevronDownIcon aria-hidden />}>
          Status: Låst
        </Button>
        <Button isPending>Lagre</Button>
        <Button isDisabled>Av</Button>
        <Button size="small">Liten</Button>
        <Button variant="primary" size="large">
          Stor
        </Button>
        <LinkButton to="/login">Lenke</LinkButton>
        <IconButton label="Slett gruppen" keys="Del">
          <TrashIcon aria-hidden />
        </IconButton>
        <Menu
          label="Flere valg"
          trigger={
            <IconButton label="Flere valg">
              <MenuElipsisHorizontalIcon aria-hidden />
            </IconButton>
          }
        >
          <MenuItem onAction={() => notify({ tone: 'success', text: 'Lagret' })}>Lagre</MenuItem>
          <MenuItem note="Vises bare nå">Førstegangspassord</MenuItem>
          <MenuLine />
          <MenuItem tone="danger" onAction={() => notify({ tone: 'danger', text: 'Kunne ikke slette' })}>
            Slett
          </MenuItem>
        </Menu>
        <Popover label="Filter" trigger={<Button>Panel</Button>}>
          <p>Et lite panel.</p>
        </Popover>
        <Button onPress={() => setDirty(!isDirty)}>{isDirty ? 'Endret' : 'Uendret'}</Button>
        <KeyHint keys="Ctrl K" />
      </div>
      <div className="cluster">
        <SegmentedControl
          label="Visning"
          options={[
            { value: 'all', label: 'Alle' },
            { value: 'students', label: 'Elever', count: '3 600' },
            { value: 'employees', label: 'Ansatte' },
          ]}
          value={view}
          onChange={setView}
        />
        <SearchField label="Navn eller brukernavn" value={text} onChange={setText} slashShortcut />
      </div>
      <Dialog
        title="Eksporter brukere"
        isOpen={opened === 'dialog'}
        onClose={close}
        footer={
          <>
            <Button onPress={close}>Avbryt</Button>
            <Button variant="primary">Last ned</Button>
          </>
        }
      >
        <p>Alle 100 000 som passer filteret, med kolonnene du ser.</p>
      </Dialog>
      <ConfirmDialog
        title="Slette 3 brukere for godt?"
        tone="danger"
        confirmLabel="Slett 3 brukere"
        isOpen={opened === 'confirm'}
        onConfirm={close}
        onCancel={close}
      >
        E-post og filer fjernes ved neste brukerimport.
      </ConfirmDialog>
      {opened === 'drawer' && (
        <Drawer
          title="Aksel Abrahamsen"
          subtitle={
            <>
              aksabr7599 <Status tone="success">Aktiv</Status>
            </>
          }
          actions={<Button size="small">Nytt passord</Button>}
          footer={
            <>
              <Button onPress={close}>Avbryt</Button>
              <Button variant="primary">Lagre</Button>
            </>
          }
          onClose={close}
        >
          <p>Her står skjemaet.</p>
        </Drawer>
      )}
      {leavePrompt}
    </Section>
  );
}
