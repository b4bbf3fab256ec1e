import { BookmarkIcon } from '@navikt/aksel-icons';
import { useTranslation } from 'react-i18next';

import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { later } from '../ui/later.tsx';
import { Popover } from '../ui/Popover.tsx';
import type { ListAddress } from './address.ts';
import type { AnyList } from './definition.ts';
import type { ChangeAddress } from './useListAddress.ts';

const ViewsBody = later(async () => (await import('./ViewsBody.tsx')).ViewsBody);

interface ViewsMenuProps {
  list: AnyList;
  address: ListAddress;
  change: ChangeAddress;
  /** No room for words on the button. */
  isNarrow?: boolean;
}

export function ViewsMenu({ list, address, change, isNarrow = false }: ViewsMenuProps) {
  const { t } = useTranslation('list');
  return (
    <Popover
      label={t('savedTitle')}
      placement="bottom end"
      trigger={
        isNarrow ? (
          <IconButton label={t('saved')}>
            <BookmarkIcon aria-hidden />
          </IconButton>
        ) : (
          <Button variant="quiet" icon={<BookmarkIcon aria-hidden />}>
            {t('saved')}
          </Button>
        )
      }
    >
      {(close) => <ViewsBody list={list} address={address} change={change} onDone={close} />}
    </Popover>
  );
}
