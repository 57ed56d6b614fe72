import CommonMark

/// Unicode's full case folding in libcmark's version, which compares labels of links.
package enum CaseFolding {
  /// Appends the folding of a scalar, as UTF-8: `ss` for `ß`; a lowercase letter stays.
  package static func append(_ scalar: Unicode.Scalar, to folded: inout [UInt8]) {
    let value = scalar.value
    switch value {
    case 0x41...0x5A: folded.append(UInt8(truncatingIfNeeded: value + 0x20))
    case 0..<0x80: folded.append(UInt8(truncatingIfNeeded: value))
    default:
      if let several = several(for: scalar) {
        folded.append(contentsOf: several)
      } else {
        let one = Unicode.Scalar(single(value)) ?? scalar
        folded.append(contentsOf: UTF8.encode(one) ?? UTF8.encodedReplacementCharacter)
      }
    }
  }

  private static func single(_ value: UInt32) -> UInt32 {
    let low = table.partitionPoint { $0 >> 25 > UInt64(value) }
    guard low > 0 else { return value }
    let entry = table[low - 1]
    let distance = UInt64(value) - (entry >> 25)
    let stride: UInt64 = entry >> 17 & 1 == 1 ? 2 : 1
    guard distance % stride == 0, distance / stride <= entry >> 18 & 0x7F else { return value }
    return UInt32(truncatingIfNeeded: UInt64(value) + (entry & 0x1_FFFF) - 0x1_0000)
  }

  private static func several(for scalar: Unicode.Scalar) -> Bytes? {
    let text = Bytes(start: expansions.utf8Start, count: expansions.utf8CodeUnitCount)
    var index = 0
    while index < text.count {
      let end = text.firstOffset(of: .space, from: index)
      let (first, length) = text.scalar(at: index)
      if first == scalar { return Bytes(rebasing: text[index + length..<end]) }
      index = end + 1
    }
    return nil
  }

  /// Runs of scalars with the same distance to their foldings. From bit 25: the first scalar; from
  /// bit 18: the number of the others; bit 17: whether only every second scalar folds; below: the
  /// distance plus 65,536. A test compares all with libcmark.
  private static let table: [UInt64] = [
    0x0001_6A01_0307, 0x0001_8059_0020, 0x0001_B019_0020, 0x0002_005F_0001, 0x0002_640B_0001,
    0x0002_721F_0001, 0x0002_945B_0001, 0x0002_F000_FF87, 0x0002_F20B_0001, 0x0002_FE00_FEF4,
    0x0003_0201_00D2, 0x0003_0407_0001, 0x0003_0C01_00CE, 0x0003_0E01_0001, 0x0003_1205_00CD,
    0x0003_1601_0001, 0x0003_1C01_004F, 0x0003_1E01_00CA, 0x0003_2001_00CB, 0x0003_2201_0001,
    0x0003_2601_00CD, 0x0003_2801_00CF, 0x0003_2C01_00D3, 0x0003_2E01_00D1, 0x0003_3001_0001,
    0x0003_3801_00D3, 0x0003_3A01_00D5, 0x0003_3E01_00D6, 0x0003_400B_0001, 0x0003_4C01_00DA,
    0x0003_4E01_0001, 0x0003_5201_00DA, 0x0003_5801_0001, 0x0003_5C01_00DA, 0x0003_5E01_0001,
    0x0003_6205_00D9, 0x0003_6607_0001, 0x0003_6E01_00DB, 0x0003_7001_0001, 0x0003_7801_0001,
    0x0003_8801_0002, 0x0003_8A01_0001, 0x0003_8E01_0002, 0x0003_9001_0001, 0x0003_9401_0002,
    0x0003_9623_0001, 0x0003_BC23_0001, 0x0003_E201_0002, 0x0003_E407_0001, 0x0003_EC00_FF9F,
    0x0003_EE00_FFC8, 0x0003_F04F_0001, 0x0004_4000_FF7E, 0x0004_4423_0001, 0x0004_7401_2A2B,
    0x0004_7601_0001, 0x0004_7A00_FF5D, 0x0004_7C01_2A28, 0x0004_8201_0001, 0x0004_8600_FF3D,
    0x0004_8801_0045, 0x0004_8A01_0047, 0x0004_8C13_0001, 0x0006_8A01_0074, 0x0006_E007_0001,
    0x0006_EC01_0001, 0x0006_FE01_0074, 0x0007_0C01_0026, 0x0007_1009_0025, 0x0007_1801_0040,
    0x0007_1C05_003F, 0x0007_2241_0020, 0x0007_4621_0020, 0x0007_8401_0001, 0x0007_9E01_0008,
    0x0007_A000_FFE2, 0x0007_A200_FFE7, 0x0007_AA00_FFF1, 0x0007_AC00_FFEA, 0x0007_B02F_0001,
    0x0007_E000_FFCA, 0x0007_E200_FFD0, 0x0007_E800_FFC4, 0x0007_EA00_FFC0, 0x0007_EE01_0001,
    0x0007_F200_FFF9, 0x0007_F401_0001, 0x0007_FA08_FF7E, 0x0008_003D_0050, 0x0008_207D_0020,
    0x0008_C043_0001, 0x0009_146B_0001, 0x0009_8001_000F, 0x0009_821B_0001, 0x0009_A0BF_0001,
    0x000A_6295_0030, 0x0021_4095_1C60, 0x0021_8E01_1C60, 0x0021_9A01_1C60, 0x0027_F014_FFF8,
    0x0039_0000_E7B2, 0x0039_0200_E7B3, 0x0039_0400_E7BC, 0x0039_0604_E7BE, 0x0039_0A00_E7BD,
    0x0039_0C00_E7C4, 0x0039_0E00_E7DC, 0x0039_1001_89C3, 0x0039_20A8_F440, 0x0039_7A08_F440,
    0x003C_012B_0001, 0x003D_3600_FFC6, 0x003D_40BF_0001, 0x003E_101C_FFF8, 0x003E_3014_FFF8,
    0x003E_501C_FFF8, 0x003E_701C_FFF8, 0x003E_9014_FFF8, 0x003E_B20E_FFF8, 0x003E_D01C_FFF8,
    0x003F_7004_FFF8, 0x003F_7404_FFB6, 0x003F_7C00_E3FB, 0x003F_900C_FFAA, 0x003F_B004_FFF8,
    0x003F_B404_FF9C, 0x003F_D004_FFF8, 0x003F_D404_FF90, 0x003F_D800_FFF9, 0x003F_F004_FF80,
    0x003F_F404_FF82, 0x0042_4C00_E2A3, 0x0042_5400_DF41, 0x0042_5600_DFBA, 0x0042_6401_001C,
    0x0042_C03D_0010, 0x0043_0601_0001, 0x0049_6C65_001A, 0x0058_00BD_0030, 0x0058_C001_0001,
    0x0058_C400_D609, 0x0058_C600_F11A, 0x0058_C800_D619, 0x0058_CE0B_0001, 0x0058_DA00_D5E4,
    0x0058_DC00_D603, 0x0058_DE00_D5E1, 0x0058_E000_D5E2, 0x0058_E401_0001, 0x0058_EA01_0001,
    0x0058_FC04_D5C1, 0x0059_00C7_0001, 0x0059_D607_0001, 0x0059_E401_0001, 0x014C_805B_0001,
    0x014D_0037_0001, 0x014E_441B_0001, 0x014E_647B_0001, 0x014E_F207_0001, 0x014E_FA00_75FC,
    0x014E_FC13_0001, 0x014F_1601_0001, 0x014F_1A00_5AD8, 0x014F_2007_0001, 0x014F_2C27_0001,
    0x014F_5400_5ABC, 0x014F_5600_5AB1, 0x014F_5800_5AB5, 0x014F_5A00_5ABF, 0x014F_5C00_5ABC,
    0x014F_6000_5AEE, 0x014F_6200_5AD6, 0x014F_6400_5AEB, 0x014F_6601_03A0, 0x014F_681F_0001,
    0x014F_8800_FFD0, 0x014F_8A00_5ABD, 0x014F_8C00_75C8, 0x014F_8E07_0001, 0x014F_A001_0001,
    0x014F_AC07_0001, 0x014F_EA01_0001, 0x0156_E13C_6830, 0x01FE_4265_0020, 0x0208_009D_0028,
    0x0209_608D_0028, 0x020A_E029_0027, 0x020A_F839_0027, 0x020B_1819_0027, 0x020B_2805_0027,
    0x0219_00C9_0040, 0x0231_407D_0020, 0x02DC_807D_0020, 0x03D2_0085_0022,
  ]

  /// Each scalar that folds to several, followed by its folding.
  private static let expansions: StaticString =
    """
    ßss İi̇ ŉʼn ǰǰ ΐΐ ΰΰ ևեւ ẖẖ ẗẗ ẘẘ ẙẙ ẚaʾ ẞss ὐὐ \
    ὒὒ ὔὔ ὖὖ ᾀἀι ᾁἁι ᾂἂι ᾃἃι ᾄἄι ᾅἅι ᾆἆι ᾇἇι ᾈἀι ᾉἁι ᾊἂι \
    ᾋἃι ᾌἄι ᾍἅι ᾎἆι ᾏἇι ᾐἠι ᾑἡι ᾒἢι ᾓἣι ᾔἤι ᾕἥι ᾖἦι ᾗἧι ᾘἠι ᾙἡι \
    ᾚἢι ᾛἣι ᾜἤι ᾝἥι ᾞἦι ᾟἧι ᾠὠι ᾡὡι ᾢὢι ᾣὣι ᾤὤι ᾥὥι ᾦὦι ᾧὧι ᾨὠι \
    ᾩὡι ᾪὢι ᾫὣι ᾬὤι ᾭὥι ᾮὦι ᾯὧι ᾲὰι ᾳαι ᾴάι ᾶᾶ ᾷᾶι ᾼαι ῂὴι \
    ῃηι ῄήι ῆῆ ῇῆι ῌηι ῒῒ ΐΐ ῖῖ ῗῗ ῢῢ ΰΰ ῤῤ ῦῦ \
    ῧῧ ῲὼι ῳωι ῴώι ῶῶ ῷῶι ῼωι ﬀff ﬁfi ﬂfl ﬃffi ﬄffl ﬅst ﬆst \
    ﬓմն ﬔմե ﬕմի ﬖվն ﬗմխ
    """
}
