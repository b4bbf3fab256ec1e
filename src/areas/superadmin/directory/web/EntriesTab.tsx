import { ArrowsCirclepathIcon } from '@navikt/aksel-icons';

import { directory, entryList } from '../contract.ts';
import { entryLooks, nameOf } from './looks.tsx';
import { OneActTab } from './OneActTab.tsx';

const texts = { namespace: 'directory', prefix: 'entries.' };

/** What has not arrived: on its way, tried again, or set aside until somebody has looked. */
export const EntriesTab = () => (
  <OneActTab
    act="retry"
    icon={<ArrowsCirclepathIcon aria-hidden />}
    list={entryList}
    route={directory.entries}
    texts={texts}
    looks={entryLooks}
    nameOf={nameOf}
  />
);
