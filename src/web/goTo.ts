/** Lets code outside the pages (calls, the session) send the reader somewhere (specification §8). */
type Navigate = (address: string, options: { replace: boolean }) => void;

let navigate: Navigate = (address, { replace }) => {
  if (replace) location.replace(address);
  else location.assign(address);
};

/** `address` is a path of ours with its query, as `/error?errorCode=402`. */
export function goTo(address: string, options: { replace: boolean } = { replace: false }): void {
  navigate(address, options);
}

/** The router takes over from full page loads. */
export function navigateWith(byRouter: Navigate): void {
  navigate = byRouter;
}
