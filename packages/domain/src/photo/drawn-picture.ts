/** What is left of a photo: what it draws, in pixels, without what it tells beside. */
export interface DrawnPicture {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}
