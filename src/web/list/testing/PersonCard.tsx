import { useQuery } from '@tanstack/react-query';

import { DrawerCard } from '../../card/DrawerCard.tsx';
import { contributeTabs, defineCard } from '../../card/registry.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Status } from '../../ui/Status.tsx';
import { readOptions } from '../read.ts';
import { type Detail, people } from './people.ts';

export const personCard = defineCard<Detail>('person');

contributeTabs(
  personCard,
  {
    id: 'overview',
    title: 'people:tab.overview',
    load: async () => (await import('./PersonForm.tsx')).PersonForm,
  },
  {
    id: 'classmates',
    title: 'people:tab.classmates',
    permission: 'users.read',
    count: () => 28,
    load: async () => (await import('./Classmates.tsx')).Classmates,
  },
  {
    id: 'broken',
    title: 'people:tab.broken',
    load: () => Promise.reject(new Error('The code of the tab did not come')),
  },
  {
    id: 'hidden',
    title: 'people:tab.hidden',
    permission: 'import.run',
    load: () => Promise.reject(new Error('')),
  },
);

interface PersonCardProps {
  tab: string | undefined;
  close: () => void;
  userName: string;
}

export function PersonCard({ userName, tab, close }: PersonCardProps) {
  const read = useQuery(readOptions<Detail>(people.get, { userName }));
  return (
    <DrawerCard
      card={personCard}
      read={read}
      name={userName}
      titleOf={({ name }) => name}
      marksOf={(one) => (
        <>
          {one.userName} <Badge>Elev</Badge> <Status tone="success">Aktiv</Status>
        </>
      )}
      tab={tab}
      onClose={close}
    />
  );
}
