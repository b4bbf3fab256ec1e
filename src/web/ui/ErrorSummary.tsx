import './ErrorSummary.css';
import { type MouseEvent, useEffect, useId, useRef } from 'react';

interface ErrorSummaryProps {
  /** "Rett opp 2 felt før du lagrer" */
  title: string;
  /** `name` is the name attribute of the field; without it the problem is not one field's. */
  problems: readonly { name?: string; text: string }[];
  /** Changes with every attempt to save: then the summary takes the focus again. */
  attempt: number;
}

/** What must be put right, with links to the fields. Stands above the form. */
export function ErrorSummary({ title, problems, attempt }: ErrorSummaryProps) {
  const id = useId();
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (attempt > 0) box.current?.focus();
  }, [attempt]);
  if (problems.length === 0) return null;

  return (
    <section ref={box} className="ui-summary" aria-labelledby={id} tabIndex={-1}>
      {/* No heading: what level it would have depends on where the form stands. */}
      <p id={id} className="section-title">
        {title}
      </p>
      <ul>
        {problems.map(({ name, text }) => (
          <li key={`${name} ${text}`}>
            {name === undefined ? (
              text
            ) : (
              <a href={`#${name}`} onClick={(event) => goToField(event, name)}>
                {text}
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function goToField(event: MouseEvent, name: string): void {
  event.preventDefault();
  const field = document.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`);
  const visible = field
    ?.closest('.ui-field, .ui-choice')
    ?.querySelector<HTMLElement>('input, button, textarea');
  const target = field instanceof HTMLInputElement && field.type !== 'hidden' ? field : (visible ?? field);
  target?.focus();
  target?.scrollIntoView({ block: 'center' });
}
