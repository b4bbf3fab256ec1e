import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Field } from './fields.ts';
import type { ApiCall } from './reference.ts';

/** One call, closed until somebody wants to know. */
export function ApiCallDetails({ call }: { call: ApiCall }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="api-call" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <code className="api-method" data-method={call.method}>
          {call.method}
        </code>
        <code className="api-path">{call.path}</code>
        <span className="api-summary">{call.summary}</span>
      </summary>
      {isOpen && <Inside call={call} />}
    </details>
  );
}

function Inside({ call }: { call: ApiCall }) {
  const { permission, roles, event, calledBy, input, output, errors } = call;
  const { t } = useTranslation(['about', 'shell']);
  return (
    <div className="api-inside">
      <Part title={t('about:api.who')}>
        {permission === 'anyone' ? (
          <p>{t('about:api.anyone')}</p>
        ) : permission === 'signed-in' ? (
          <p>{t('about:api.signedIn')}</p>
        ) : (
          <>
            <p>
              {t('about:api.needs')} <code>{permission}</code>
            </p>
            <ul className="api-roles">
              {roles.map(({ role, reach }) => (
                <li key={role}>
                  {t(`shell:role.${role}`)} <span className="meta">{t(`about:api.reach.${reach}`)}</span>
                </li>
              ))}
            </ul>
          </>
        )}
        {calledBy !== undefined && <p>{t(`about:api.calledBy.${calledBy}`)}</p>}
        {event !== undefined && (
          <p>
            {t('about:api.event')} <code>{event}</code>
          </p>
        )}
      </Part>
      <Part title={t('about:api.input')}>
        {input.length === 0 ? <p className="meta">{t('about:api.noInput')}</p> : <Fields fields={input} />}
      </Part>
      <Part title={t('about:api.output')}>
        {output.kind === 'fields' && <Fields fields={output.fields} />}
        {output.kind === 'value' && <code>{output.type}</code>}
        {(output.kind === 'file' || output.kind === 'events') && <p>{t(`about:api.${output.kind}`)}</p>}
      </Part>
      <Part title={t('about:api.errors')}>
        <dl className="api-errors">
          {errors.map(({ status, codes }) => (
            <div key={status}>
              <dt>{status}</dt>
              <dd>
                {codes.map((code) => (
                  <code key={code}>{code}</code>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

const places: Readonly<Record<string, 'inPath' | 'inQuery' | 'inHeader'>> = {
  path: 'inPath',
  query: 'inQuery',
  header: 'inHeader',
};

function Fields({ fields }: { fields: readonly Field[] }) {
  const { t } = useTranslation('about');
  return (
    <table className="api-fields">
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{t('api.field')}</th>
          <th scope="col">{t('api.type')}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, type, isRequired, place, depth }, index) => {
          const where = place === undefined ? undefined : places[place];
          return (
            // oxlint-disable-next-line no-array-index-key -- one name may stand at several depths, and rows never move
            <tr key={index} data-depth={depth}>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td>
                <code>{type}</code>
                <span className="meta">
                  {[isRequired && t('api.required'), where && t(`api.${where}`)].filter(Boolean).join(', ')}
                </span>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
