import KeyboardGeometry
import Testing

@Suite struct DriverTests {
  @Test func theRowComesToRestOnTheKeyboardAndGoesDownWithIt() {
    let list = TestList.onAPhone()
    #expect(list.row == 810)
    list.show()
    #expect(list.row == 508 && list.insets.content.bottom == 302)
    // The prediction row disappears and appears again.
    list.show(292)
    #expect(list.row == 552)
    list.show(336)
    #expect(list.row == 508)
    list.hide()
    #expect(list.row == 810 && list.insets == .zero && list.driver.tracker.posture == .hidden)
    #expect(list.happenings == [.appeared, .resized, .resized, .disappeared])
  }

  @Test func aShortListStaysAtItsTop() {
    let list = TestList.onAPhone()
    (list.rowMaxY, list.offset.y) = (300, 0)
    list.show()
    #expect(list.offset.y == 0)
    list.touch()
    list.scroll(to: -20)
    #expect(list.phase == .idle && list.keyboard != nil)
    list.scroll(to: 0)
    list.hide()
    #expect(list.offset.y == 0)
  }

  @Test func theFieldElsewhereHasNothingToDoWithTheRow() {
    let list = TestList.onAPhone()
    list.isBystander = true
    list.show()
    #expect(list.row == 810 && list.insets.content.bottom == 302)
    list.offset.y = 1_492
    list.touch()
    list.scroll(to: 1_400)
    #expect(list.keyboard != nil && list.standIn == nil)
  }

  @Test func aFloatingKeyboardIsNotTakenOver() {
    let list = TestList.onAPhone()
    list.post(.willShow, rect(40, 300, 320, 254))
    #expect(list.row == 810 && list.insets == .zero)
    list.offset.y = 1_746
    list.touch()
    list.scroll(to: 1_700)
    #expect(list.phase == .idle && list.keyboard != nil && list.standIn == nil)
    // A docked keyboard that begins to float lets the row sink.
    list.show()
    list.post(.willChangeFrame, rect(40, 300, 320, 254))
    #expect(list.row == 810 && list.insets == .zero && list.happenings.last == .undocked)
  }

  @Test func pushedAwayTheRowRestsAboveTheHomeIndicator() {
    for bottom in [0.0, 12] {
      let list = TestList.onAPhone(bottom: bottom)
      list.show()
      list.touch()
      for y in [1_480.0, 1_400, 1_300, 1_200] {
        list.scroll(to: y)
        #expect(list.standIn == list.row && list.keyboard == nil)
        #expect(list.insets.content.bottom == 302)
      }
      list.lift(1_200)
      #expect(list.phase == .settling(.dismissed))
      list.arrive()
      // The screen is 844 points high, with 34 of home indicator and the app's own margin.
      #expect(list.row == 810 - bottom && list.standIn == nil)
      #expect(list.insets.content.bottom == bottom && list.phase == .idle)
      #expect(list.happenings == [.appeared, .disappeared])
      // A layout does not restore the inset, but a new keyboard does.
      list.layOut()
      #expect(list.insets.content.bottom == bottom)
      list.show()
      #expect(list.row == 508 && list.insets.content.bottom == 302)
    }
  }

  @Test func aKeyboardThatShowsDuringADragEndsIt() {
    let list = TestList.onAPhone()
    list.drag(to: 1_400)
    // The touch was cancelled; then another field is edited.
    list.show(300)
    #expect(list.phase == .idle && list.standIn == nil)
    #expect(list.insets.content.bottom == 266 && list.keyboard?.minY == 544)
    #expect(list.happenings == [.appeared, .disappeared, .appeared])
  }

  @Test func anAbortLeavesNoGap() {
    let list = TestList.onAPhone()
    list.drag(to: 1_480)
    list.abort()
    #expect(list.row == 810 && list.insets == .zero && list.standIn == nil)
    #expect(list.phase == .idle)
    list.abort()
    #expect(list.happenings == [.appeared, .disappeared])
  }

  @Test func aKeyboardOfAnotherScreenCoversNothing() {
    let list = TestList.onAPhone()
    let other = rect(0, 700, 1_920, 380)
    list.post(transition(.willShow, to: other, isOnOtherScreen: true))
    #expect(list.insets == .zero && list.row == 810 && list.happenings == [])
    list.show()
    list.post(transition(.willHide, to: other.offset(y: 380), isOnOtherScreen: true))
    #expect(list.insets.content.bottom == 302 && list.row == 508)
  }

  @Test func framesThatAreNotFiniteAreNotStored() {
    let list = TestList.onAPhone()
    list.show()
    for number in [Double.nan, .infinity, -.infinity] {
      list.post(.willChangeFrame, rect(0, number, 390, 336))
      list.post(.willChangeFrame, rect(number, number, 0, 0))
    }
    #expect(list.insets.content.bottom == 302 && list.row == 508)
    list.post(.willHide, rect(.infinity, .infinity, 0, 0))
    #expect(list.insets == .zero && list.row == 810)
    #expect(list.driver.tracker.frame?.isFinite == true && list.driver.adjuster.keyboard == nil)
  }

  @Test func theLayoutGuideIsReadBesideTheNotifications() {
    // iOS 26: the frame is 336 high, and only the guide reports a bar of 44 on it.
    let list = TestList.onAPhone()
    let withBar = rect(0, 464, 390, 380)
    list.guide = withBar
    list.post(.willShow, rect(0, 508, 390, 336))
    #expect(list.insets.content.bottom == 346 && list.row == 464)
    // The guide still shows the old frame at the next announcement, so the bar's height stays.
    list.post(.willChangeFrame, rect(0, 552, 390, 292))
    #expect(list.insets.content.bottom == 302 && list.row == 508)
    list.guide = rect(0, 508, 390, 336)
    list.post(.didChangeFrame, rect(0, 552, 390, 292))
    #expect(list.insets.content.bottom == 302)
    // The bar disappears without a notification, and the next layout reports it.
    list.guide = rect(0, 552, 390, 292)
    list.layOut()
    #expect(list.insets.content.bottom == 258 && list.row == 552)
    list.post(.willHide, rect(0, 844, 390, 292))
    #expect(list.insets == .zero && list.row == 810)
    // Without a bar, the next keyboard is as high as reported.
    list.guide = nil
    list.show()
    #expect(list.insets.content.bottom == 302)
  }

  @Test func aKeyboardThatWasUpBeforeIsTakenFromTheGuide() {
    let list = TestList.onAPhone()
    list.layOut()
    #expect(list.insets == .zero)
    list.guide = rect(0, 508, 390, 336)
    list.layOut()
    #expect(list.insets.content.bottom == 302 && list.happenings == [.appeared])
  }

  @Test func aLayoutKeepsTheSafeAreaAndTheSlideOverWindow() {
    let list = TestList.onAPhone()
    list.show()
    list.frame = rect(0, 0, 390, 744)
    list.layOut()
    #expect(list.frame.maxY - list.insets.content.bottom - 34 == 508)
    let slid = TestList.onAPhone()
    slid.frame = rect(10, 0, 370, 824)
    slid.slideOver = slid.frame
    // The frame ends with the window, 20 points above the lower edge of the screen.
    slid.post(.willShow, rect(0, 488, 390, 336))
    #expect(slid.frame.maxY - slid.insets.content.bottom - 34 == 488)
    slid.frame = rect(10, 0, 370, 724)
    slid.layOut()
    #expect(slid.frame.maxY - slid.insets.content.bottom - 34 == 488)
  }

  @Test func aLayoutDuringADragChangesNothing() {
    let list = TestList.onAPhone()
    list.isMute = true
    list.drag(to: 1_400)
    list.frame = rect(0, 0, 390, 744)
    list.guide = rect(0, 508, 390, 336)
    list.layOut()
    #expect(list.insets.content.bottom == 302 && list.phase == .tracking)
  }

  @Test func aHideDuringADragIsSwallowedWhateverItsFrame() {
    let list = TestList.onAPhone()
    list.drag(to: 1_400)
    list.post(.didHide, rect(0, 508, 390, 336))
    #expect(list.standIn == 600 && list.phase == .tracking)
    #expect(list.insets.content.bottom == 302)
  }

  @Test func aBarIsForgottenWithItsKeyboard() {
    let list = TestList.onAPhone()
    list.guide = rect(0, 464, 390, 380)
    list.post(.willShow, rect(0, 508, 390, 336))
    list.post(.willHide, rect(0, 844, 390, 336))
    // A keyboard without a bar, as high as the first one with it.
    list.post(.willShow, rect(0, 464, 390, 380))
    #expect(list.row == 464 && list.insets.content.bottom == 346)
  }
}
