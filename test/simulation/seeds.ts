/** Seeds whose stories broke a promise once; they are played each time. */
export const FAILED_ONCE: readonly number[] = [
  217, 476, 679, 692, 933, 946, 1022, 1200, 1229, 1340, 1385, 1828, 2542, 2559, 2738, 2883, 4053, 4587, 4849,
  5883, 7991,
];
