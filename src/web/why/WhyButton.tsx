import '../ui/Button.css';
import { Suspense, useId, useRef } from 'react';

import type { Why } from '#kernel/why.ts';

import { Button, type ButtonProps } from '../ui/Button.tsx';
import { later } from '../ui/later.tsx';
import { useTooltip } from '../ui/useTooltip.ts';
import { useWhy } from './words.ts';

const Tooltip = later(async () => (await import('../ui/Tooltip.tsx')).Tooltip);

interface WhyButtonProps extends ButtonProps {
  /** What is against it; undefined = nothing, and the button is an ordinary one. */
  why: Why | undefined;
}

/**
 * A button that cannot be used and says why: it can still be reached, the reason is its description and its tooltip,
 * and pressing it shows the reason too, for those who have no pointer to rest on it.
 */
export function WhyButton({ why, ...button }: WhyButtonProps) {
  if (why === undefined) return <Button {...button} />;
  return (
    <Suspense fallback={<Button {...button} isDisabled />}>
      <Refused {...button} why={why} />
    </Suspense>
  );
}

function Refused({
  why,
  children,
  icon,
  variant = 'secondary',
  size = 'normal',
}: WhyButtonProps & { why: Why }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const { isOpen, onOpenChange, button: tooltip } = useTooltip();
  const reason = useWhy()(why) ?? '';
  return (
    <>
      <button
        ref={button}
        type="button"
        className="ui-button"
        data-variant={variant}
        data-size={size}
        aria-disabled
        aria-describedby={id}
        {...tooltip}
        onClick={() => onOpenChange(true)}
        onKeyDown={({ key }) => {
          if (key === 'Escape') onOpenChange(false);
        }}
      >
        <span className="ui-button-words">
          {icon}
          {children}
        </span>
      </button>
      <span id={id} className="visually-hidden">
        {reason}
      </span>
      {isOpen && (
        <Tooltip text={reason} keys={undefined} triggerRef={button} isOpen onOpenChange={onOpenChange} />
      )}
    </>
  );
}
