/** The life of a form: typing, checking by the contract's schema, saving, and what the server says to it. */
import { useForm, useStore } from '@tanstack/react-form';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Output, Route } from '#kernel/contract.ts';
import type { FieldProblem } from '#kernel/errors.ts';

import { useWrite } from '../api/hooks.ts';
import { useAreaTexts } from '../list/texts.ts';
import { loose } from '../loose.ts';
import { notify } from '../ui/notices.ts';
import { useMessages } from './message.ts';
import { type RefusalLike, asRefusal } from './refusal.ts';
import { type Values, changed, problemsIn } from './schema.ts';
import type { FormScope } from './scope.ts';
import { type Stale, compare, withVersionOf } from './stale.ts';

const nothing: Values = {};
const nothingRefused: ReadonlyMap<string, FieldProblem> = new Map();

export interface ContractFormProps<R extends Route> {
  route: R;
  /** What stands in the fields at first: one entry for each field of the form. */
  values: Values;
  /** Sent along and not shown: keys and, under `version`, the row's version for the optimistic lock. */
  fixed?: Values;
  /** Sends only what was changed (a command whose fields may be left out). */
  onlyChanged?: boolean;
  /** The namespace that has `field.<name>`, `hint.<name>` and own `problem.<key>`. */
  namespace: string;
  /** By field: the source that owns it ('' when its name is not known). It is then shown, not edited. */
  owned?: Readonly<Record<string, string>>;
  /** Reads the row anew after somebody else changed it: the fields now, and what to send along. */
  reread?: () => Promise<{ values: Values; fixed: Values }>;
  /** Other subjects whose readings a save makes stale (`useWrite`). */
  touches?: readonly string[];
  /** What is told after a save, where it is more than that it was saved. */
  noticeOf?: (answer: Output<R>) => { tone: 'success' | 'warning'; text: string };
  onSaved?: (answer: Output<R>) => void;
  onCancel?: () => void;
  saveLabel?: string;
  children: ReactNode;
}

export function useContractForm<R extends Route>(props: ContractFormProps<R>) {
  const { route, values, onlyChanged = false, namespace, owned, reread, onSaved } = props;
  const { t } = useTranslation('form');
  const texts = useAreaTexts({ namespace });
  const say = useMessages(namespace);
  const write = useWrite(route, { touches: props.touches ?? [] });

  const [base, setBase] = useState(values);
  const [refused, setRefused] = useState(nothingRefused);
  const [refusal, setRefusal] = useState<RefusalLike>();
  const [stale, setStale] = useState<Stale>();
  const [attempt, setAttempt] = useState(0);
  /** What is sent along: kept while something is typed, so that the lock sees what the typing started from. */
  const along = useRef(props.fixed ?? nothing);

  const labelOf = (name: string) => texts.optional(`field.${name}`) ?? texts(`column.${name}`);
  const sent = (now: Values): Values => ({ ...(onlyChanged ? changed(base, now) : now), ...along.current });

  const api = useForm({
    defaultValues: { ...base },
    canSubmitWhenInvalid: true,
    validators: {
      onChange: ({ value }) => {
        const found = problemsIn(route.input, sent(value));
        if (found.size === 0) return undefined;
        return {
          fields: Object.fromEntries(
            [...found].map(([path, problem]) => [path, say(problem, labelOf(path))]),
          ),
        };
      },
    },
    onSubmitInvalid: () => setAttempt((before) => before + 1),
    onSubmit: async ({ value }) => {
      await save(value);
    },
  });

  async function save(now: Values): Promise<void> {
    setRefusal(undefined);
    setRefused(nothingRefused);
    setStale(undefined);
    try {
      const answer = await write.mutateAsync(loose(sent(now)));
      const typedMeanwhile = changed(now, api.state.values);
      setBase(now);
      along.current = withVersionOf(answer, along.current);
      api.reset({ ...now });
      for (const [name, value] of Object.entries(typedMeanwhile)) api.setFieldValue(name, value);
      setAttempt(0);
      notify(props.noticeOf?.(answer) ?? { tone: 'success', text: t('saved') });
      onSaved?.(answer);
    } catch (error) {
      await handle(asRefusal(error), now);
    }
  }

  async function handle(failure: RefusalLike, now: Values): Promise<void> {
    if (failure.code === 'row.stale' && reread) {
      const latest = await reread();
      setStale(compare({ before: base, latest: latest.values, mine: now, fixed: latest.fixed }));
      return;
    }
    const byField = failure.fields.filter(({ path }) => path in now);
    setRefused(new Map(byField.map((problem) => [problem.path, problem])));
    if (byField.length === 0) setRefusal(failure);
    setAttempt((before) => before + 1);
  }

  const scope = useMemo<FormScope>(
    () => ({
      api: loose(api),
      schema: route.input,
      labelOf,
      hintOf: (name) => texts.optional(`hint.${name}`),
      say,
      refused,
      onEdit: (name) =>
        setRefused((before) => {
          if (!before.has(name)) return before;
          const rest = new Map(before);
          rest.delete(name);
          return rest;
        }),
      ownerOf: (name) => owned?.[name],
    }),
    // oxlint-disable-next-line exhaustive-deps, react/memo-dependencies -- `labelOf` follows `texts`
    [api, route, texts, say, refused, owned],
  );

  const { current, isSaving, found } = useStore(api.store, (state) => ({
    current: state.values,
    isSaving: state.isSubmitting,
    found: state.submissionAttempts > 0 ? state.fieldMeta : undefined,
  }));

  const isDirty = Object.keys(changed(base, current)).length > 0;
  const adopt = useEffectEvent((latest: Values, sentAlong: Values) => {
    if (isDirty) return;
    along.current = sentAlong;
    setBase(latest);
    api.reset({ ...latest });
  });
  // The row as it is now (saved, or read anew) is what an untouched form shows; typed text is never replaced.
  const given = JSON.stringify([values, props.fixed ?? nothing]);
  useEffect(() => {
    const [latest, sentAlong] = JSON.parse(given);
    // oxlint-disable-next-line react/set-state-in-effect -- follows the server's row, not our own state
    adopt(latest, sentAlong);
  }, [given]);

  const own = Object.entries(found ?? {}).flatMap(([name, meta]) => {
    const text: unknown = meta?.errorMap.onChange;
    return typeof text === 'string' && !refused.has(name) ? [{ name, text }] : [];
  });
  const fromServer = [...refused].map(([name, problem]) => ({ name, text: say(problem, labelOf(name)) }));

  return {
    scope,
    attempt,
    isSaving,
    refusal,
    stale,
    isDirty,
    /** For the summary: only after an attempt to save, and then as the fields are put right. */
    problems: attempt > 0 ? [...own, ...fromServer] : [],
    submit: () => api.handleSubmit(),
    /** What is typed wins: it is sent again on top of the row as it is now. */
    keepMine: () => {
      if (!stale) return;
      along.current = stale.fixed;
      setStale(undefined);
      void api.handleSubmit();
    },
    takeTheirs: () => {
      if (!stale) return;
      along.current = stale.fixed;
      setBase(stale.latest);
      api.reset({ ...stale.latest });
      setStale(undefined);
    },
  };
}
