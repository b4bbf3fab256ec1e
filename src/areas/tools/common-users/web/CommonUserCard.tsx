import { useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';

import { PasswordFields } from '#areas/users/passwords/web/shared.tsx';
import { PersonLink } from '#areas/users/web/shared.tsx';
import { readOptions, useRead } from '#web/api/hooks.ts';
import { RowState } from '#web/card/RowState.tsx';
import { ContractForm } from '#web/form/ContractForm.tsx';
import { formatDateTime } from '#web/format.ts';
import { useMay } from '#web/list/useMay.ts';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import { Drawer } from '#web/ui/Drawer.tsx';
import { SkeletonLines } from '#web/ui/Skeleton.tsx';

import { type CommonUser, commonUsers } from '../contract.ts';
import { AboutFields } from './AboutFields.tsx';
import { DeleteCommonUser } from './DeleteCommonUser.tsx';

interface CommonUserCardProps {
  userName: string;
  onClose: () => void;
}

/** One shared account, and the way to a new password for it. */
export function CommonUserCard({ userName, onClose }: CommonUserCardProps) {
  const read = useRead(commonUsers.list, { search: userName }, { handleErrors: false });
  const found = read.data?.Items.find((row) => row.userName === userName);
  const mayChange = useMay('common-users.update');
  return (
    <Drawer
      title={userName}
      subtitle={found?.displayName}
      actions={found && mayChange && <DeleteCommonUser account={found} onDone={onClose} />}
      onClose={onClose}
    >
      {found ? (
        <div className="card-panel stack">
          <Facts account={found} isForm={mayChange} />
          {mayChange && <About account={found} />}
          {mayChange && <Password userName={userName} />}
        </div>
      ) : (
        <RowState read={read} />
      )}
    </Drawer>
  );
}

function Facts({
  account: { description, responsible, lastLogin, passwordChanged, school },
  isForm,
}: {
  account: CommonUser;
  /** What it is for stands in the form. */
  isForm: boolean;
}) {
  const { t } = useTranslation('common-users');
  return (
    <DescriptionList
      items={[
        ...(isForm ? [] : [{ term: t('column.description'), value: description }]),
        {
          term: t('column.responsible'),
          value: responsible ? (
            <PersonLink userName={responsible.userName}>{responsible.displayName}</PersonLink>
          ) : (
            t('none')
          ),
        },
        { term: t('column.school'), value: school },
        { term: t('column.lastLogin'), value: lastLogin ? formatDateTime(lastLogin) : t('never') },
        {
          term: t('column.passwordChanged'),
          value: passwordChanged ? formatDateTime(passwordChanged) : t('unknown'),
        },
      ]}
    />
  );
}

const valuesOf = ({ displayName, description, responsible }: CommonUser) => ({
  displayName,
  description: description ?? '',
  responsible: responsible?.userName ?? '',
});
const fixedOf = ({ userName, version }: CommonUser) => ({ userName, version });

function About({ account }: { account: CommonUser }) {
  const { t } = useTranslation('common-users');
  const client = useQueryClient();
  const read = readOptions(commonUsers.list, { search: account.userName });
  return (
    <section className="stack" aria-label={t('about')}>
      <h3 className="section-title">{t('about')}</h3>
      <ContractForm
        route={commonUsers.update}
        values={valuesOf(account)}
        fixed={fixedOf(account)}
        onlyChanged
        namespace="common-users"
        touches={touches}
        reread={async () => {
          const { Items } = await client.fetchQuery({ ...read, staleTime: 0 });
          const latest = Items.find(({ userName }) => userName === account.userName) ?? account;
          return { values: valuesOf(latest), fixed: fixedOf(latest) };
        }}
      >
        <AboutFields responsible={account.responsible} />
      </ContractForm>
    </section>
  );
}

const touches = ['user'];
const empty = { newPassword: '', repeatPassword: '' };

function Password({ userName }: { userName: string }) {
  const { t } = useTranslation('common-users');
  return (
    <section className="stack" aria-label={t('password')}>
      <h3 className="section-title">{t('password')}</h3>
      <p className="meta">{t('password.text')}</p>
      <Suspense fallback={<SkeletonLines lines={4} />}>
        <ContractForm
          route={commonUsers.changePassword}
          values={empty}
          fixed={{ userName }}
          namespace="passwords"
          saveLabel={t('password.save')}
        >
          <PasswordFields />
        </ContractForm>
      </Suspense>
    </section>
  );
}
