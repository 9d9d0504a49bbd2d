;; The inner loops of the search for near vectors, with the instructions for 16 bytes at a time that JavaScript does not have:
;; it takes about ten times as long. The code is in vectorRows.ts, compiled.
(module
  (memory (export "memory") 1)

  ;; Counts in how many signs a query differs from each of many rows. $query: its signs. $signs: those of $rows rows, one after the other, $rowBytes each, a multiple of 16. The counts are
  ;; written to $counts, two bytes each.
  (func (export "countDifferences")
    (param $query i32) (param $signs i32) (param $rowBytes i32) (param $rows i32) (param $counts i32)
    (local $countsEnd i32) (local $rowEnd i32) (local $queryAt i32) (local $sum v128)
    (local.set $countsEnd (i32.add (local.get $counts) (i32.shl (local.get $rows) (i32.const 1))))
    (block $done
      (loop $row
        (br_if $done (i32.ge_u (local.get $counts) (local.get $countsEnd)))
        (local.set $sum (v128.const i16x8 0 0 0 0 0 0 0 0))
        (local.set $queryAt (local.get $query))
        (local.set $rowEnd (i32.add (local.get $signs) (local.get $rowBytes)))
        (loop $block
          (local.set $sum
            (i16x8.add
              (local.get $sum)
              (i16x8.extadd_pairwise_i8x16_u
                (i8x16.popcnt (v128.xor (v128.load (local.get $signs)) (v128.load (local.get $queryAt)))))))
          (local.set $queryAt (i32.add (local.get $queryAt) (i32.const 16)))
          (local.set $signs (i32.add (local.get $signs) (i32.const 16)))
          (br_if $block (i32.lt_u (local.get $signs) (local.get $rowEnd))))
        (local.set $sum (i32x4.extadd_pairwise_i16x8_u (local.get $sum)))
        (i32.store16 (local.get $counts)
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
            (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
        (local.set $counts (i32.add (local.get $counts) (i32.const 2)))
        (br $row))))

  ;; The sum of the products of $count numbers, a multiple of 16: those at $query are 32-bit floats, those at $bytes have one byte.
  (func (export "dot") (param $query i32) (param $bytes i32) (param $count i32) (result f32)
    (local $end i32) (local $low v128) (local $high v128) (local $one v128) (local $other v128)
    (local.set $end (i32.add (local.get $bytes) (local.get $count)))
    (loop $next
      (local.set $low (i16x8.extend_low_i8x16_s (v128.load (local.get $bytes))))
      (local.set $high (i16x8.extend_high_i8x16_s (v128.load (local.get $bytes))))
      (local.set $one
        (f32x4.add
          (local.get $one)
          (f32x4.add
            (f32x4.mul
              (f32x4.convert_i32x4_s (i32x4.extend_low_i16x8_s (local.get $low)))
              (v128.load (local.get $query)))
            (f32x4.mul
              (f32x4.convert_i32x4_s (i32x4.extend_high_i16x8_s (local.get $low)))
              (v128.load offset=16 (local.get $query))))))
      (local.set $other
        (f32x4.add
          (local.get $other)
          (f32x4.add
            (f32x4.mul
              (f32x4.convert_i32x4_s (i32x4.extend_low_i16x8_s (local.get $high)))
              (v128.load offset=32 (local.get $query)))
            (f32x4.mul
              (f32x4.convert_i32x4_s (i32x4.extend_high_i16x8_s (local.get $high)))
              (v128.load offset=48 (local.get $query))))))
      (local.set $query (i32.add (local.get $query) (i32.const 64)))
      (local.set $bytes (i32.add (local.get $bytes) (i32.const 16)))
      (br_if $next (i32.lt_u (local.get $bytes) (local.get $end))))
    (local.set $one (f32x4.add (local.get $one) (local.get $other)))
    (f32.add
      (f32.add (f32x4.extract_lane 0 (local.get $one)) (f32x4.extract_lane 1 (local.get $one)))
      (f32.add (f32x4.extract_lane 2 (local.get $one)) (f32x4.extract_lane 3 (local.get $one))))))
