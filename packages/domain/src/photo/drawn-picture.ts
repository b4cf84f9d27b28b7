/** A cleaned photo: the picture and its size in pixels, without metadata. */
export interface DrawnPicture {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}
