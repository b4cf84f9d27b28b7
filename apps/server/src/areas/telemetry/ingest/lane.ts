/** A lane of the queue: work items in the order of their arrival. */
import { type Work, weightOf } from './work.ts';

/**
 * Devices are divided in two halves, whose batches may be written at the same time. The messages of
 * a device, and of a gateway with its slaves, belong to one half.
 */
export type Half = 0 | 1;

export const deviceIdOf = (work: Work): number => work.message.device.ref.deviceId;

const halfOf = (work: Work): Half => (deviceIdOf(work) % 2 === 0 ? 0 : 1);

export class Lane {
  works: Work[] = [];
  readonly #rows: [number, number] = [0, 0];

  get rows(): number {
    return this.#rows[0] + this.#rows[1];
  }

  /** Number of rows of a half; of both without one. */
  rowsOf(half: Half | undefined): number {
    return half === undefined ? this.rows : this.#rows[half];
  }

  add(work: Work): void {
    this.works.push(work);
    this.#rows[halfOf(work)] += weightOf(work);
  }

  /**
   * Removes the first work items of the half of at most this many rows in total, and at least one,
   * up to the first that must wait.
   */
  take(
    maxRows: number,
    half: Half | undefined,
    mayBeTaken: (work: Work) => boolean = () => true,
  ): Work[] {
    const taken: Work[] = [];
    const left: Work[] = [];
    let rows = 0;
    let at = 0;
    for (; at < this.works.length; at++) {
      const work = this.works[at]!;
      const ofHalf = halfOf(work);
      if (half !== undefined && ofHalf !== half) {
        left.push(work);
        continue;
      }
      const weight = weightOf(work);
      if ((taken.length > 0 && rows + weight > maxRows) || !mayBeTaken(work)) break;
      rows += weight;
      this.#rows[ofHalf] -= weight;
      taken.push(work);
    }
    this.works = left.concat(this.works.slice(at));
    return taken;
  }
}

export function rowsOf(batch: readonly Work[]): number {
  return batch.reduce((rows, work) => rows + weightOf(work), 0);
}
