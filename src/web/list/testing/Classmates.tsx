import type { TabProps } from '../../card/registry.ts';
import { ListPage } from '../ListPage.tsx';
import { type Detail, type Person, people, personList } from './people.ts';

const classmates = { ...personList, id: 'classmates' };
const nameOf = ({ name }: Person) => name;
const inClass = { className: '2B' };

export function Classmates({ subject }: TabProps<Detail>) {
  return (
    <ListPage
      list={classmates}
      route={people.list}
      fixed={inClass}
      texts={{ namespace: 'people', prefix: 'classmates.' }}
      nameOf={nameOf}
      key={subject.userName}
      isPart
    />
  );
}
