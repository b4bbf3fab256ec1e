import { useEffect, useState } from 'react';

/** True once `isWaiting` has been so for a while, so that what is quick shows no skeleton. Milliseconds. */
export function useAfter(isWaiting: boolean, delayMs = 150): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setIsLate(true), delayMs);
    return () => {
      clearTimeout(timer);
      setIsLate(false);
    };
  }, [isWaiting, delayMs]);
  return isWaiting && isLate;
}
