import './Palette.css';
import { MagnifyingGlassIcon } from '@navikt/aksel-icons';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useTranslation } from 'react-i18next';

import type { NavEntry, PaletteProvider } from '../nav.ts';

import '../ui/Dialog.css';
import { useFocusBack } from '../ui/focus-back.ts';
import { KeyHint } from '../ui/KeyHint.tsx';
import { paletteActs } from './paletteActs.ts';
import { usePaletteHits } from './usePaletteHits.ts';
import { useShellContext } from './useShellContext.ts';

interface PaletteProps {
  entries: readonly NavEntry[];
  providers: readonly PaletteProvider[];
  /** Kept outside, since one may type before this is here. */
  text: string;
  onType: (text: string) => void;
  onClose: () => void;
}

interface Line {
  id: string;
  label: string;
  icon?: ReactNode;
  detail?: string | undefined;
  note?: string | undefined;
  /** What choosing it does. */
  run: () => void;
}

interface Group {
  id: string;
  title: string;
  lines: readonly Line[];
}

/** Jump to a page, find a person, a group, a machine, or do what the user's menu does. Arrows, Enter, Esc. */
export function Palette({ entries, providers, text, onType, onClose }: PaletteProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { session } = useShellContext();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [active, setActive] = useState(0);
  const found = usePaletteHits(providers, text);
  useFocusBack();
  // After the dialog it may have been opened over, which keeps the keyboard until this one has come.
  useEffect(() => input.current?.focus(), []);

  const groups = useMemo((): Group[] => {
    const words = text.trim().toLocaleLowerCase('nb');
    const isMeant = ({ label }: { label: string }) => label.toLocaleLowerCase('nb').includes(words);
    const goTo = (to: string) => () => void navigate({ href: to });
    const hits = found.groups.map(({ provider, hits: lines }) => ({
      id: provider.id,
      title: t(provider.title),
      lines: lines.map((hit) => ({ ...hit, run: goTo(hit.to) })),
    }));
    const pages = entries
      .map(({ to, title, icon: Icon }) => ({
        id: to,
        label: t(title),
        icon: <Icon aria-hidden />,
        run: goTo(to),
      }))
      .filter(isMeant);
    // Only for whoever asks: nobody opens the palette to read through them.
    const acts = words === '' ? [] : paletteActs(t, session).filter(isMeant);
    return [
      ...hits,
      { id: 'pages', title: t('palette.pages'), lines: pages },
      { id: 'acts', title: t('palette.acts'), lines: acts },
    ].filter(({ lines }) => lines.length > 0);
  }, [entries, found.groups, navigate, session, t, text]);

  const lines = groups.flatMap((group) => group.lines);
  const current = Math.min(active, lines.length - 1);

  useEffect(() => {
    document.querySelector(`#${CSS.escape(`${id}-${current}`)}`)?.scrollIntoView({ block: 'nearest' });
  }, [current, id]);

  const go = (line: Line | undefined) => {
    if (!line) return;
    onClose();
    line.run();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setActive((current + 1) % Math.max(lines.length, 1));
    else if (event.key === 'ArrowUp') setActive((current - 1 + lines.length) % Math.max(lines.length, 1));
    else if (event.key === 'Enter') go(lines[current]);
    else return;
    event.preventDefault();
  };

  const isEmpty = lines.length === 0 && !found.isSearching;
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      className="ui-backdrop palette-backdrop"
    >
      <Modal className="ui-modal palette">
        <Dialog className="ui-dialog" aria-label={t('palette.label')}>
          <div className="palette-input">
            <MagnifyingGlassIcon aria-hidden />
            <input
              ref={input}
              role="combobox"
              aria-label={t('palette.label')}
              aria-expanded
              aria-controls={`${id}-hits`}
              aria-autocomplete="list"
              aria-activedescendant={lines[current] ? `${id}-${current}` : undefined}
              placeholder={t('palette.label')}
              autoComplete="off"
              spellCheck={false}
              value={text}
              onKeyDown={onKeyDown}
              onChange={(event) => {
                onType(event.target.value);
                setActive(0);
              }}
            />
          </div>
          <div className="palette-hits">
            <div id={`${id}-hits`} role="listbox" aria-label={t('palette.label')}>
              {groups.map((group) => (
                <div key={group.id} role="group" aria-label={group.title}>
                  <div className="palette-title" aria-hidden>
                    {group.title}
                  </div>
                  {group.lines.map((line) => {
                    const index = lines.indexOf(line);
                    return (
                      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the input has the keys
                      <div
                        key={line.id}
                        id={`${id}-${index}`}
                        role="option"
                        tabIndex={-1}
                        aria-selected={index === current}
                        data-active={index === current || undefined}
                        className="palette-hit"
                        onMouseMove={() => setActive(index)}
                        onClick={() => go(line)}
                      >
                        {line.icon}
                        <span className="truncate">{line.label}</span>
                        {line.detail !== undefined && <small className="truncate">{line.detail}</small>}
                        {line.note !== undefined && <small className="truncate">{line.note}</small>}
                      </div>
                    );
                  })}
                </div>
              ))}
            </div>
            <div role="status">
              {found.isSearching && lines.length === 0 && (
                <p className="palette-message">{t('palette.searching')}</p>
              )}
              {found.hasFailed && <p className="palette-message">{t('palette.failed')}</p>}
              {isEmpty && !found.hasFailed && (
                <p className="palette-message">{t('palette.none', { text: text.trim() })}</p>
              )}
            </div>
          </div>
          <footer className="palette-foot" aria-hidden>
            <span>
              <KeyHint keys="↑ ↓" /> {t('palette.choose')}
            </span>
            <span>
              <KeyHint keys="Enter" /> {t('palette.go')}
            </span>
            <span>
              <KeyHint keys="Esc" /> {t('palette.close')}
            </span>
          </footer>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
