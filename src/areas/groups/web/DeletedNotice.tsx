import { useTranslation } from 'react-i18next';

import { useWrite } from '#web/api/hooks.ts';
import { asRefusal, refusalText } from '#web/form/refusal.ts';
import { formatDate } from '#web/format.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { notify } from '#web/ui/notices.ts';

import type { GroupDetail } from '../contract.ts';
import { routesOf, touched } from './routes-of.ts';

/** A deleted group can be restored until the day it is gone for good; an archived one as long as one likes. */
export function DeletedNotice({ group }: { group: GroupDetail }) {
  const { t } = useTranslation(['groups', 'errors', 'form']);
  const { mutateAsync, isPending } = useWrite(routesOf(group).restore, {
    touches: touched,
    handleErrors: false,
  });
  const { deleteOn, archived, source } = group;
  const restore = async () => {
    try {
      const { failed } = await mutateAsync({ names: [group.name] });
      const [refused] = failed;
      notify(
        refused
          ? { tone: 'danger', text: refusalText({ ...refused, fields: [], traceId: '' }, t) }
          : { tone: 'success', text: t('restore.done', { name: group.displayName }) },
      );
    } catch (error) {
      notify({ tone: 'danger', text: refusalText(asRefusal(error), t) });
    }
  };
  return (
    <Alert tone="warning" title={t(deleteOn === null ? 'archived.title' : 'deleted.title')}>
      <p>
        {deleteOn === null
          ? t('archived.text', { day: formatDate(archived ?? '') })
          : t('deleted.text', { day: formatDate(deleteOn) })}
        {deleteOn === null && source === 'import' && ` ${t('archived.source')}`}
      </p>
      {group.can.includes('restore') && (
        <div className="group-alert-acts">
          <Button isPending={isPending} onPress={() => void restore()}>
            {t('act.restore')}
          </Button>
        </div>
      )}
    </Alert>
  );
}
