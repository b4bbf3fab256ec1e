/** What the shell and other areas may ask of enforcement points. */
export { simulatedPoint } from './simulated.ts';
export { holdersOf, pointsServing } from './store.ts';
export { openWebFilter } from './web-filter.ts';
